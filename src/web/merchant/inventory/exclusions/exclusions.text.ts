import { plural } from '../../../shared/formats';
import { catalog } from '../../../shared/messages';

/** Texts about what the merchant excludes. */
export const exclusionsText = catalog({
  'en-US': {
    lead: 'What you exclude is never linked, is in no other view and no count, and is not listed as a problem.',
    none: 'Nothing is excluded. Filter the list by a vendor, type, or tag, or open an item, to exclude products.',
    list: 'What you exclude',
    loadFailed: 'We could not read what you exclude.',
    product: (name: string, platform: string) => `${name} on ${platform}`,
    kinds: {
      vendor: (value: string) => `Vendor: ${value}`,
      type: (value: string) => `Type or category: ${value}`,
      tag: (value: string) => `Tag: ${value}`,
    },
    include: 'Include again',
    includeLabel: (what: string) => `Include again: ${what}`,
    included: 'Included again',
    excluded: 'Excluded from syncing',
    exclude: 'Exclude from syncing',
    dialog: {
      title: 'Exclude from syncing?',
      counting: 'Counting what that concerns…',
      failed: 'We could not count what that concerns.',
      plan: (variants: number, links: number) =>
        `${plural(variants, 'variant', 'variants')} would be excluded${links === 0 ? '' : `, and ${plural(links, 'link', 'links')} would end. What is still on its way arrives first`}. No quantity changes.`,
      later: 'Products that get this label later are excluded as well.',
      back: 'You can include them again, or undo it for 30 days under Bulk changes: the same SKU links them then, but links made by hand must be made again.',
      confirm: 'Exclude',
    },
  },
});
