import { formatCount, formatQuantity, plural } from '../../shared/formats';
import { catalog } from '../../shared/messages';

/** Texts of the issues page, its dialogs and its CSV file. */
export const issuesText = catalog({
  'en-US': {
    title: 'Issues',
    lead: 'Fix missing SKUs, duplicate SKUs, and disabled inventory tracking.',
    kindsLabel: 'Issue types',
    kinds: {
      missing_skus: {
        name: 'Missing Skus',
        explanation: 'We match variants across platforms by SKU. A variant without a SKU cannot be matched, so its stock does not sync.',
        action: 'Add SKU',
      },
      duplicate_skus: {
        name: 'Duplicate Skus',
        explanation:
          "These variants share a SKU, so quantity changes are ambiguous: they could belong to any of them. Use 'Change SKU' to give each variant its own.",
        action: 'Change SKU',
      },
      inventory_disabled: {
        name: 'Inventory Tracking Disabled',
        explanation:
          "The platform does not track these variants, so there is no stock information to sync. Use 'Enable Inventory Tracking' to start.",
        action: 'Enable Tracking',
      },
    },
    unlinked: {
      name: 'No Longer Linked',
      explanation:
        'These variants were syncing and no longer are, for a reason outside Shelfbridge. Link them again, or dismiss them if that is what you want.',
      none: 'No variants are waiting to be linked again.',
      why: {
        'sku-changed': 'A SKU was changed on one platform, so the two no longer match.',
        removed: 'It was deleted on one platform.',
        untracked: 'Inventory tracking was turned off on one platform.',
      },
      last: (quantity: number) => `last quantity ${formatQuantity(quantity)}`,
      notCounted: 'never counted',
      gone: 'deleted',
      untracked: 'not tracked',
      linkedElsewhere: 'now linked with another variant',
      taken: 'One of the two now syncs with another variant; change a SKU to link them differently.',
      show: 'View in inventory',
      useSku: (platform: string) => `Use ${platform}'s SKU on both`,
      track: (platform: string) => `Track on ${platform} again`,
      copy: (platform: string) => `Copy to ${platform} again`,
      dismiss: 'Dismiss',
      dismissAll: 'Dismiss all',
      dismissAllQuestion: (count: number) =>
        `Removes ${plural(count, 'variant', 'variants')} from this list. Nothing changes on either platform, and they stay unlinked.`,
      act: (action: string, variant: string) => `${action}: ${variant}`,
      failed: 'This could not be done.',
      linked: (sku: string) => `Both variants have SKU ${sku} and sync again.`,
      tracked: 'Inventory is tracked again.',
      copying: 'The product is being copied.',
      dismissed: 'Dismissed.',
      more: (shown: number, total: number) => `Showing the latest ${formatCount(shown)} of ${formatCount(total)}.`,
    },
    oversold: {
      name: 'Oversold',
      explanation:
        'Shopify and Square both sold these units, and only one of them had stock. Both sales are counted, so stock stays in sync, but one of the customers needs a refund or has to wait.',
      none: 'No oversold variants are waiting for a decision.',
      history: 'View history',
      dismissAllQuestion: (count: number) =>
        `Removes ${plural(count, 'variant', 'variants')} from this list. Nothing changes on either platform.`,
    },
    headings: { shopify: 'Shopify Variants with', square: 'Square Variations with' },
    // Read by screen readers between a platform and its count.
    countLabel: (kind: string) => `, ${kind}: `,
    loadFailed: 'The issues could not be loaded.',
    empty: 'None Found',
    emptyExplained: 'No variants have this issue. Goods that both platforms have under different SKUs are found on a page of their own.',
    findLinks: 'Find and link them',
    more: (shown: number, total: number) =>
      `Showing the first ${formatCount(shown)} of ${formatCount(total)}. More appear as you fix these. The CSV file has all of them.`,
    exportCsv: 'Export CSV',
    importSkus: 'Import SKUs',
    exported: (count: number) => `Exported ${plural(count, 'variant', 'variants')}`,

    columns: { sku: 'sku', name: 'name', variantId: 'variant id', productId: 'product id', action: 'Action' },
    noSku: '[missing sku]',
    act: (action: string, variant: string) => `${action}: ${variant}`,
    csvColumns: ['SKU', 'Product', 'Variant', 'Variant ID', 'Product ID', 'Inventory tracked'],

    facts: { label: 'Variant', product: 'Product', variant: 'Variant', sku: 'SKU', tracked: 'Inv. Tracked', yes: 'Yes', no: 'No' },

    skuDialog: {
      title: 'Update Variant SKU',
      hint: (other: string) =>
        `If you also sell this on ${other}, enter its SKU from ${other} so we can match the two. Generate a SKU only for an item that is not on ${other}.`,
      failed: 'We encountered an error trying to update the SKU.',
      failedVariant: (variant: string, why: string) => `${variant}: ${why}`,
      cancel: 'Cancel',
      save: 'Save',
    },

    success: {
      title: 'Success',
      explained: 'SKU Updated Successfully. This variant has been removed from the list.',
      show: 'View in inventory',
      close: 'Close',
    },

    tracking: {
      title: 'Track Inventory For Variant',
      lead: (platform: string) =>
        `${platform} starts to track this variant, and we sync its stock. The count starts at the quantity that ${platform} has for it. This is often 0, which shows as sold out, so set the count afterward.`,
      enable: 'Enable Inventory Tracking',
      enabled: 'Inventory Tracking Enabled',
      failed: 'We encountered an error trying to enable tracking.',
      setCount: 'Set the count',
      cancel: 'Cancel',
      close: 'Close',
    },
  },
});
