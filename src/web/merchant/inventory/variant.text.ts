import { formatCount, formatQuantity } from '../../shared/formats';
import { catalog } from '../../shared/messages';

/** Texts about one variant: its status in the list and in the CSV file, and its details. */
export const variantText = catalog({
  'en-US': {
    title: 'Variant Details',
    sides: 'Both platforms',
    facts: {
      quantity: 'Quantity',
      product: 'Product',
      variant: 'Variant',
      sku: 'SKU',
      barcode: 'Barcode',
      vendor: 'Vendor',
      productType: 'Type / Category',
      tags: 'Tags',
      tracked: 'Inv. Tracked',
      variantId: 'Variant ID',
      productId: 'Product ID',
      locationId: 'Location ID',
      yes: 'Yes',
      no: 'No',
    },
    // {sku} is set apart.
    history: 'View history of {sku}',
    timeline: 'Why this number?',
    gone: 'This variant is no longer available',
    goneExplained:
      'It was deleted or changed on its platform while you had it open. Its last known details are below; the list is current.',
    close: 'Close',

    mark: {
      needsAttention: 'Needs attention',
      notTracked: 'Not tracked',
      notTrackedExplained: 'Inventory tracking is not turned on for both platforms, so changes do not sync.',
      outOfSync: 'Out of sync',
      equalUnderWay: 'Equal, with a change on its way',
      inSync: 'In sync',
    },
    underWay: 'A change has not arrived on the other platform yet.',

    badges: {
      excluded: 'excluded',
      duplicate: 'duplicate SKU',
      skuTaken: (platform: string) => `SKU in use on ${platform}`,
      notTracked: 'not tracked',
      notCounted: 'not counted',
      held: 'change held',
      blocked: 'rejected',
      frozen: 'stopped',
      another_writer: 'on hold: other app',
      archivedOn: (platform: string) => `archived on ${platform}`,
      draftOn: (platform: string) => `draft on ${platform}`,
    },

    csvStatus: {
      missingSku: 'Missing SKU',
      duplicateSku: 'Duplicate SKU',
      skuTaken: (platform: string) => `SKU In Use on ${platform}`,
      archived: 'Archived',
      excluded: 'Excluded',
      disabled: 'Inventory Tracking Disabled',
      onlyIn: (platform: string) => `Only in ${platform}`,
      notTracked: 'Not Tracked',
      notCounted: 'Not Counted',
      outOfSync: 'Out of Sync',
      needsAttention: 'Needs Attention',
      underWay: 'Change In Progress',
      inSync: 'In Sync',
    },

    finding: {
      missingSku: 'Missing SKU',
      missingSkuMatched: 'Neither platform has a SKU for this variant. The two sides stay matched. Add a SKU so you can find them by it.',
      missingSkuAlone: 'Without a SKU, this variant is not matched to the other platform by itself. Add a SKU, or link it below.',
      notOn: (platform: string) => `Not on ${platform}`,
      duplicateHere: (here: string, there: string) =>
        `More than one ${here} variant has this SKU, so none is matched with one on ${there} by itself. Link the right one below, or change a SKU.`,
      archived: (here: string) =>
        `Its product is archived on ${here}, so it is not matched and not counted as a problem. Unarchive the product on ${here} to match it again.`,
      excluded:
        'You exclude it from syncing, so it is not linked and not counted as a problem. The view “Excluded” of your inventory includes it again.',
      skuTaken: (there: string) =>
        `${there} has this SKU on another variant, which is not matched with this one: it is already matched, or the SKU is used more than once there. Give each variant its own SKU, or link the right one below.`,
      // A copy of a product that exists under another SKU would be sold twice.
      notThere: (there: string) =>
        `No ${there} variant has this SKU. Sync it to create it there. If you already sell it on ${there}, link both instead.`,
      notRead: (there: string) =>
        `The last read of your ${there} catalog is not complete, so we do not know yet whether ${there} has this SKU.`,
      trackingDisabled: 'Inventory tracking is disabled',
      untrackedBoth:
        'Neither platform tracks the inventory of this variant, so changes do not sync. Changes we receive are recorded in the history.',
      untrackedOne: (here: string, there: string) =>
        `${here} does not track the inventory of this variant, so changes on ${there} do not sync. They are recorded in the history.`,
      notCounted: 'Not counted yet',
      notCountedBoth: 'Neither platform has counted this variant yet.',
      notCountedOne: (platform: string) => `${platform} has not counted this variant yet.`,
      setCount: 'Set the count to start both platforms from the same quantity.',
      mismatch: 'Quantities differ',
      mismatchExplained: 'The two platforms have different quantities.',
      watching: 'You are only watching, so stock changes are not sent until you start syncing on the dashboard.',
      autoSyncOff: 'Auto-sync is off, so changes wait until you turn it on.',
      allOnHold: 'All changes are on hold because another app changes the same stock.',
      chooseQuantity: 'The history shows how they came to differ. Choose the correct quantity.',
      salesSync: 'New sales keep syncing.',
      equal: 'Quantities are equal',
      equalExplained: 'Both platforms have the same quantity.',
      equalUnsynced: 'Both platforms have the same quantity, but a change did not sync.',
      inSync: 'Items In Sync',
      // Of a variant with a pack size.
      packs: {
        mismatch: 'Stock differs',
        mismatchExplained: 'The two platforms have different stock: they are not as many whole packs.',
        equal: 'Same stock',
        equalExplained: 'Both platforms have the same stock: as many whole packs.',
        equalUnsynced: 'Both platforms have the same stock, but a change did not sync.',
      },
    },

    problem: {
      held: 'A change is on hold for your review',
      heldFix: 'Send it to the other platform, or drop it to leave that platform as it is.',
      blocked: 'A platform rejected the change',
      blockedFix: 'Fix it on the platform.',
      blockedFixCount: 'Fix it on the platform. Then save the inventory count here to start syncing again.',
      frozen: 'Syncing stopped until you set the quantity',
      frozenFixCount: 'Count your stock, and save that number here.',
      frozenFixTracking: 'Turn on inventory tracking first.',
      duplicate: 'Duplicate SKU',
      skuCase: 'SKUs written differently',
      skuCaseExplained: (shopify: string, square: string) =>
        `Shopify has ${shopify}, Square has ${square}. They match because no other variant has this SKU in any case. Use the same SKU on both platforms to keep it that way.`,
      duplicateAlone:
        'Another variant on the same platform also has this SKU, so a quantity change could belong to either one. Change the SKU of one.',
      untracked: 'Inventory tracking is disabled',
      untrackedOn: (platforms: readonly string[]) =>
        `${platforms.join(' and ')} ${platforms.length === 1 ? 'does' : 'do'} not track the inventory of this variant.`,
    },

    actions: {
      send: 'Send',
      drop: 'Drop',
      sent: 'Sending the held change',
      dropped: 'Held change dropped',
      changeSku: 'Change SKU',
      trackOn: (platform: string) => `Enable Inventory Tracking on ${platform}`,
      syncTo: { shopify: 'Sync To Shopify', square: 'Sync To Square' },
      sku: 'SKU',
      modifySku: 'Modify SKU',
      saveSku: 'Save SKU',
      cancel: 'Cancel',
      setCount: 'Set the count',
    },

    candidates: {
      title: (there: string) => `May be the same on ${there}`,
      explained: 'If one of these is the same item, link both. Sales sync from then on; no quantity and no SKU changes.',
      noSku: 'no SKU',
      link: 'Link',
      linkLabel: (name: string) => `Link: ${name}`,
      linked: 'Linked',
      separate: 'Not the same',
      separated: 'Not suggested for this variant anymore.',
      undo: 'Undo',
      find: (there: string) => `Find it on ${there}`,
      findExplained: (there: string) => `Search what only ${there} has, by name, SKU, or barcode.`,
      noneFound: (there: string) => `Nothing that only ${there} has matches this. What is linked already is not shown.`,
      notRead: (there: string) => `Nothing found yet. The last read of your ${there} catalog is not complete, so it may be there.`,
      more: (count: number) => `The first ${formatCount(count)} are shown. Search more precisely for others.`,
      failed: (there: string) => `We could not look for the same item on ${there}.`,
    },

    linked: {
      bySku: 'Linked: both have the same SKU.',
      noSku: 'Linked. Neither has a SKU.',
      manual: 'Linked by hand. The link stays when a SKU changes.',
      differ: 'Linked, but their SKUs differ now: the link ends soon. Keep it if they are the same item.',
      keep: 'Keep the link',
      separate: 'Keep separate',
      title: 'Keep the two separate?',
      question: (shopify: string, square: string) =>
        `“${shopify}” on Shopify and “${square}” on Square no longer share their stock, even with the same SKU. What is still on its way arrives first. No quantity changes, and you can link them again.`,
      confirm: 'Keep Separate',
      separated: 'The two are kept separate',
    },

    packs: {
      none: 'One unit on Shopify is one unit on Square.',
      change: 'Change pack size',
      title: 'Pack size',
      explained:
        'If one platform sells packs of what the other sells by the piece, a pack that is opened is taken away there, and comes back once its pieces are back. Quantities stay as they are until something changes.',
      sells: 'Sold in packs on',
      neither: 'Neither: equal units',
      size: 'Pieces in a pack',
      wrong: (most: number) => `Enter a whole number from 2 to ${formatCount(most)}.`,
      save: 'Save pack size',
      cancel: 'Cancel',
      saved: 'Pack size saved',
    },

    quantity: {
      label: 'Inventory Count',
      hint: (platforms: readonly string[]) => `We set ${platforms.join(' and ')} to this quantity. Sales made in the meantime still count.`,
      units: (pack: string) => `${pack}. Enter the quantity in units of:`,
      unitsOf: (platform: string) => platform,
      packHint: (platform: string, other: string) =>
        `We set ${platform} to this quantity, and ${other} to the same stock. Sales made in the meantime still count.`,
      save: 'Save Inventory Count',
      use: 'Use this number',
      usePlatform: (platform: string, units: number) => `Use this number: ${platform}, ${units}`,
      notCounted: 'Not counted yet',
      saving: (units: number) => `Saving ${formatQuantity(units)}`,
      saved: (units: number) => `Inventory count saved: ${formatQuantity(units)}`,
      arriving: (units: number) => `${formatQuantity(units)} is saved and on its way`,
      arrivingExplained: 'It has not arrived on every platform yet. We send it automatically, and you can close this.',
    },

    error: {
      title: "Uh oh - that didn't work.",
      // {ref} and {support} are set apart.
      explained:
        'There was an error trying to sync this variant. Your error reference # is {ref}. Please reach out to {support} for assistance',
      support: 'support',
      chat: 'or request help via chat',
      unchanged: 'Nothing was changed on either platform.',
      mayHaveChanged: 'Select Continue to see the current state of this variant. No stock is lost.',
      continue: 'Continue',
    },
  },
});
