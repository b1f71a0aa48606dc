import type { Locator, Page } from 'playwright-core';

import { chooseFilledExport } from '../../../scripts/import-skus';
import { dialog, heading, menuButton, press, row, text } from './screen-parts';

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** A screen to check: where it is, what shows that it has loaded, and what is opened on top of it first. */
export interface Screen {
  readonly name: string;
  readonly path: string;
  readonly shows: (page: Page) => Locator;
  readonly open?: (page: Page) => Promise<void>;
  /** Also checked on a phone, where its layout differs. */
  readonly phone?: true;
}

/** Both platforms are connected, nothing else is done. */
export const ONBOARDING: readonly Screen[] = [
  { name: 'onboarding', path: '/onboard', shows: text('2 left'), phone: true },
  { name: 'choosing locations', path: '/onboard', open: press('Select locations'), shows: dialog('Select Locations') },
  { name: 'subscribing', path: '/onboard', open: press('Activate'), shows: dialog('Confirm your subscription') },
];

/** No user is signed in. */
export const VISITOR: readonly Screen[] = [
  { name: 'sign-in', path: '/', shows: heading('Sign in to Shelfbridge'), phone: true },
  { name: 'privacy for a visitor', path: '/privacy', shows: heading(/./u) },
  { name: 'terms for a visitor', path: '/terms', shows: heading(/./u) },
];

const MISSING = '/issues?view=missing_skus&source=square';
const DISABLED = '/issues?view=inventory_disabled&source=shopify';

const WRITERS = '/issues?view=writers';

/** Opens a variant that is only on Shopify, and requests its copy. */
async function askForCopy(page: Page) {
  const alone = page.locator('tr[data-sku]:not([data-sku=""])').filter({ hasNotText: /duplicate SKU|SKU in use|not tracked/u });
  await alone.first().click();
  await page.getByRole('button', { name: 'Sync To Square' }).click();
}

/** Shows all optional columns of the inventory. */
async function showColumns(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Columns' }).click();
  const boxes = page.getByRole('region', { name: 'Columns' }).getByRole('checkbox');
  await boxes.first().waitFor();
  for (const box of await boxes.all()) await box.check();
  // The screens after this one are as at first.
  await page.evaluate("localStorage.removeItem('inventory-columns')");
}

/** Previews the exported list with a SKU on each row. */
async function previewSkus(page: Page) {
  await chooseFilledExport(page, (number) => `NEW-${number}`);
  await page.getByRole('button', { name: 'Preview changes' }).click();
}

/** Opens the timeline of a SKU that has history. */
async function openTimeline(page: Page) {
  await page.locator('tr[data-sku]:not([data-sku=""])').first().getByRole('link').click();
  await page.getByRole('link', { name: 'Timeline', exact: true }).click();
  await page.getByRole('table', { name: 'Timeline' }).waitFor();
}

/** Accepts a link, and opens what it would write. */
async function planLink(page: Page) {
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await page.getByRole('button', { name: 'Link 1 item' }).click();
}

/** Opens the bulk change that there is, or levels one variant for it. */
async function openBulkChange(page: Page): Promise<void> {
  const listed = page.getByRole('link', { name: 'Quantities leveled' }).first();
  await listed.or(page.getByText('No bulk changes')).first().waitFor();
  if (await listed.isVisible()) {
    await listed.click();
  } else {
    await page.goto(new URL('/inventory?view=out_of_sync', page.url()).href);
    await page
      .getByRole('checkbox', { name: /^Select (?!all)/u })
      .first()
      .click();
    await page.getByRole('button', { name: 'Level selected' }).click();
    await page.getByText("Shopify's quantities are correct").click();
    await page.getByRole('button', { name: 'Preview changes' }).click();
    await page.getByRole('button', { name: 'Level 1 variant' }).click();
    await page.getByRole('link', { name: 'See or undo this change' }).click();
  }
  await page.getByRole('button', { name: 'Undo 1' }).waitFor();
}

async function askToUndo(page: Page): Promise<void> {
  await openBulkChange(page);
  await page.getByRole('button', { name: 'Undo 1' }).click();
}

/** Everything is set up. */
export const MERCHANT: readonly Screen[] = [
  { name: 'dashboard', path: '/dashboard', shows: text(/\d+ of \d+ variants in sync/u), phone: true },
  { name: 'inventory', path: '/inventory', shows: row, phone: true },
  { name: 'inventory, open variant', path: '/inventory', open: press(/^Fix: /u), shows: dialog('Variant Details'), phone: true },
  { name: 'inventory, setting a count', path: '/inventory?view=out_of_sync', open: press(/^Fix: /u), shows: text('Save Inventory Count') },
  { name: 'inventory, importing counts', path: '/inventory', open: press('Import counts'), shows: text('CSV file'), phone: true },
  { name: 'inventory, before a copy', path: '/inventory?view=shopify_only', open: askForCopy, shows: text('Copy this product to Square') },
  {
    name: 'inventory, copy dialog',
    path: '/inventory?view=square_only',
    open: press(/^Copy To Shopify: /u),
    shows: dialog('Copy To Shopify'),
  },
  { name: 'inventory, levelling', path: '/inventory', open: press('Level quantities'), shows: dialog('Level quantities') },
  {
    name: 'inventory, filtered',
    path: '/inventory?filter=type%3AShirts',
    open: press('Filter'),
    shows: (page) => page.getByRole('combobox', { name: 'Vendor' }),
    phone: true,
  },
  {
    name: 'inventory, with all columns',
    path: '/inventory',
    open: showColumns,
    shows: (page) => page.locator('tr img').first(),
    phone: true,
  },
  {
    name: 'inventory, selected',
    path: '/inventory',
    open: async (page) => row(page).getByRole('checkbox').check(),
    shows: text('1 selected'),
    phone: true,
  },
  {
    name: 'inventory, exclude dialog',
    path: '/inventory?filter=type%3AShirts',
    open: press('Exclude from syncing'),
    shows: text(/would be excluded/u),
    phone: true,
  },
  { name: 'inventory, excluded', path: '/inventory?view=excluded', shows: text(/^Nothing is excluded\./u), phone: true },
  { name: 'inventory, nothing found', path: '/inventory?q=no-such-thing', shows: text('[No Matching Products]') },
  { name: 'issues', path: MISSING, shows: (page) => page.getByRole('table') },
  { name: 'issues, SKU dialog', path: MISSING, open: press(/^Add SKU: /u), shows: dialog('Update Variant SKU') },
  { name: 'issues, importing SKUs', path: MISSING, open: press('Import SKUs'), shows: text('CSV file'), phone: true },
  { name: 'issues, previewing SKUs', path: MISSING, open: previewSkus, shows: text(/will be set on Square$/u), phone: true },
  { name: 'issues, tracking dialog', path: DISABLED, open: press(/^Enable Tracking: /u), shows: dialog('Track Inventory For Variant') },
  { name: 'issues, no other app', path: WRITERS, shows: text('We have not noticed another app'), phone: true },
  { name: 'linking items', path: '/linking', shows: text('Is this the same item?'), phone: true },
  { name: 'linking items, plan', path: '/linking', open: planLink, shows: text(/^Sales sync from then on/u), phone: true },
  { name: 'locations', path: '/locations', shows: (page) => page.getByRole('table', { name: 'Synced locations' }), phone: true },
  { name: 'locations, disconnect dialog', path: '/locations', open: press('Disconnect'), shows: dialog('Disconnect locations') },
  { name: 'a location', path: '/location/1', shows: heading(/./u) },
  { name: 'history', path: '/history', shows: row },
  { name: 'timeline without a SKU', path: '/timeline', shows: text('Which SKU?'), phone: true },
  { name: 'timeline', path: '/history', open: openTimeline, shows: row, phone: true },
  { name: 'timeline, nothing found', path: '/timeline?sku=NOTHING&at=2026-01-01T12:00:00Z', shows: text('No line up to this time') },
  { name: 'settings', path: '/settings', shows: (page) => page.getByRole('switch').first() },
  { name: 'my account', path: '/account', shows: heading('My Account'), phone: true },
  { name: 'subscription', path: '/subscription', shows: (page) => page.getByText('Active', { exact: true }) },
  { name: 'subscription, cancel dialog', path: '/subscription', open: press('Cancel Subscription'), shows: dialog('Cancel Subscription') },
  { name: 'connections', path: '/connections', shows: heading('Connections') },
  { name: 'a connection', path: '/connection/square', shows: heading(/./u) },
  { name: 'Shopify', path: '/shopify', shows: heading(/Shopify/u) },
  { name: 'Square', path: '/square', shows: heading(/Square/u) },
  { name: 'Square, disconnect dialog', path: '/square', open: press('Disconnect Square'), shows: dialog('Disconnect Square?') },
  { name: 'check of access', path: '/verifyAccess', shows: (page) => page.getByText('Access verified').nth(1) },
  { name: 'self-test', path: '/test', shows: text(/^Everything works\./u) },
  { name: 'help', path: '/help', shows: heading(/./u) },
  { name: 'privacy', path: '/privacy', shows: heading(/./u) },
  { name: 'terms', path: '/terms', shows: heading(/./u) },
  { name: 'no such page', path: '/nothing-here', shows: heading(/./u) },
  { name: 'bulk changes', path: '/bulk-changes', shows: text(/^(?:No bulk changes|Quantities leveled)$/u), phone: true },
  { name: 'a bulk change', path: '/bulk-changes', open: openBulkChange, shows: heading(/^Quantities leveled, /u), phone: true },
  { name: 'a bulk change, undoing', path: '/bulk-changes', open: askToUndo, shows: dialog(/^Undo the change of/u), phone: true },
  { name: 'a bulk change that is gone', path: '/bulk-changes/99', shows: text('This bulk change is not here any more.') },
  { name: 'menu', path: '/help', open: async (page) => menuButton(page).click(), shows: (page) => page.getByRole('menu') },
];

/** What screens show if a call gets no answer. */
export const FAILING: readonly (Screen & { readonly method: string })[] = [
  {
    name: 'nothing can be loaded',
    method: 'sh.Account/GetAccountStatus',
    path: '/dashboard',
    shows: text('Shelfbridge could not be loaded.'),
  },
  { name: 'no counts', method: 'sh.Inventory/GetInventoryCounts', path: '/dashboard', shows: text('Your stock could not be counted.') },
  { name: 'no inventory', method: 'sh.Inventory/GetInventory', path: '/inventory', shows: text('Your inventory could not be loaded.') },
  {
    name: 'no detail',
    method: 'sh.Variants/GetVariantDetail',
    path: '/inventory',
    open: press(/^Fix: /u),
    shows: text("Uh oh - that didn't work."),
  },
  { name: 'no issues', method: 'sh.Issues/GetIssues', path: '/issues', shows: text('The issues could not be loaded.') },
  { name: 'no cases of other apps', method: 'sh.Issues/GetWriterCases', path: WRITERS, shows: text('The issues could not be loaded.') },
  { name: 'no history', method: 'sh.History/GetHistory', path: '/history', shows: text('Your history could not be loaded.') },
  {
    name: 'no bulk changes',
    method: 'sh.Inventory/GetBulkChanges',
    path: '/bulk-changes',
    shows: text('Your bulk changes could not be loaded.'),
  },
  {
    name: 'no timeline',
    method: 'sh.History/GetTimeline',
    path: '/timeline?sku=NOTHING',
    shows: text('The timeline could not be loaded.'),
  },
  { name: 'no locations', method: 'sh.Locations/GetLocations', path: '/locations', shows: text('Your locations could not be loaded.') },
  { name: 'no settings', method: 'sh.Account/GetAccountSettings', path: '/settings', shows: text('Your settings could not be loaded.') },
  {
    name: 'no subscription',
    method: 'sh.Subscriptions/GetSubscription',
    path: '/subscription',
    shows: text('Your subscription could not be loaded.'),
  },
  {
    name: 'no connections',
    method: 'sh.Connections/GetConnections',
    path: '/connections',
    shows: text('Your connections could not be loaded.'),
  },
  {
    name: 'no check of access',
    method: 'sh.Connections/VerifyAccess',
    path: '/verifyAccess',
    shows: text('Access could not be verified.'),
  },
];

/** A SKU that Square does not accept because it does not answer. */
async function saveInVain(page: Page) {
  await press(/^Add SKU: /u)(page);
  const box = page.getByRole('dialog', { name: 'Update Variant SKU' });
  await box.getByRole('textbox', { name: 'New SKU' }).fill('IN-VAIN');
  await box.getByRole('button', { name: 'Save' }).click();
}

/** Square answers 503 to everything. */
export const DOWN: readonly Screen[] = [
  { name: 'check of access', path: '/verifyAccess', shows: text('Square did not respond.') },
  { name: 'self-test', path: '/test', shows: text(/to fix\.|^Everything works/u) },
  { name: 'its own page', path: '/square', shows: text('Shelfbridge also finds changes by reading the catalog regularly.') },
  { name: 'a SKU that is not saved', path: MISSING, open: saveInVain, shows: text('We encountered an error trying to update the SKU.') },
];

/** The account is subscribed and has no pair. */
export const UNPAIRED: readonly Screen[] = [
  { name: 'dashboard', path: '/dashboard', shows: text('No Synced Locations'), phone: true },
  { name: 'locations', path: '/locations', shows: text('No Synced Locations') },
  { name: 'joining locations', path: '/locations', open: press('Create'), shows: dialog('Sync Locations') },
  { name: 'onboarding', path: '/onboard', shows: text('1 left') },
];

/** Gives a variant a generated SKU, which the platform accepts. */
async function saveMadeSku(page: Page) {
  await press(/^Add SKU: /u)(page);
  const box = page.getByRole('dialog', { name: 'Update Variant SKU' });
  await box.getByRole('button', { name: 'Generate Unique SKU' }).click();
  await box.getByRole('button', { name: 'Save', disabled: false }).click();
}

/** A change is above the account's maximum. */
export const HELD: readonly Screen[] = [
  { name: 'sending what is held', path: '/inventory', open: press('Send all'), shows: dialog('Send 1 held change?') },
  { name: 'dropping what is held', path: '/inventory', open: press('Drop all'), shows: dialog('Drop 1 held change?') },
  { name: 'a held variant', path: '/inventory?view=needs_attention', shows: text('change held') },
  { name: 'a SKU that was saved', path: '/issues?view=missing_skus&source=shopify', open: saveMadeSku, shows: dialog('Success') },
];

/** A variant is on hold because another app changes its stock as well. */
export const ANOTHER_APP: readonly Screen[] = [
  { name: 'the dashboard', path: '/dashboard', shows: text('1 variant is on hold: another app changes its stock as well') },
  {
    name: 'the variant',
    path: '/inventory?view=needs_attention',
    open: async (page) => page.locator('tr[data-sku]').filter({ hasText: 'on hold: other app' }).first().click(),
    shows: text('On hold: another app changes its stock as well'),
    phone: true,
  },
  {
    name: 'its case',
    path: WRITERS,
    open: async (page) => page.locator('summary').first().click(),
    shows: text('Not certain'),
    phone: true,
  },
  {
    name: 'reconciling it',
    path: WRITERS,
    open: press(/^I turned it off: reconcile: /u),
    shows: dialog('Reconcile the quantity'),
    phone: true,
  },
  {
    name: 'saying that the changes are real',
    path: WRITERS,
    open: press(/changes are real: /u),
    shows: dialog('Are this app’s changes real?'),
  },
];
