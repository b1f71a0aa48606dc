import type { Page } from 'playwright-core';

import { CIDER } from './changed';
import { dialog, heading, press, row, text } from './screen-parts';
import type { Screen } from './screens';

const PACKS = '1 on Shopify = 12 on Square';
const VIEW = 'Most stock first';
const SAVED = '/inventory?view=in_sync&sort=-square_quantity';

/** Opens the details of the variant that is sold in packs. */
async function openCider(page: Page): Promise<void> {
  await row(page).getByRole('button').first().click();
}

async function changePack(page: Page): Promise<void> {
  await openCider(page);
  await page.getByRole('button', { name: 'Change pack size' }).click();
  await page.getByRole('textbox', { name: 'Pieces in a pack' }).fill('1');
}

/** Goes through the review up to the link of packs. */
async function reviewPack(page: Page): Promise<void> {
  const skip = page.getByRole('button', { name: 'Skip', exact: true });
  const item = page.getByRole('region', { name: 'Is this the same item?' }).locator('p.font-medium').first();
  await skip.waitFor();
  while ((await item.textContent()) !== 'Spring water, case of 12') {
    const before = await item.textContent();
    await skip.click();
    await page.waitForFunction(
      (name) => document.querySelector('[aria-labelledby="review-question"] p.font-medium')?.textContent !== name,
      before,
    );
  }
}

async function planPack(page: Page): Promise<void> {
  await reviewPack(page);
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await page.getByRole('button', { name: 'Link 1 item' }).click();
}

/** Opens the last bulk change of a kind. */
const openKind = (kind: string) => async (page: Page) => page.getByRole('link', { name: kind }).first().click();

const undoKind = (kind: string) => async (page: Page) => {
  await openKind(kind)(page);
  await page.getByRole('button', { name: /^Undo \d+$/u }).click();
};

const KINDS = ['Items linked', 'SKUs set', 'Tracking enabled', 'Excluded from syncing'].flatMap((kind): readonly Screen[] => [
  { name: kind, path: '/bulk-changes', open: openKind(kind), shows: heading(new RegExp(`^${kind}, `, 'u')), phone: true },
  { name: `${kind}, undoing`, path: '/bulk-changes', open: undoKind(kind), shows: dialog(/\?$/u), phone: true },
]);

/** The merchant has saved a view, set a pack size, and changed links, SKUs, tracking, and what is excluded: see `makeChanges`. */
export const CHANGED: readonly Screen[] = [
  { name: 'a saved view', path: SAVED, shows: (page) => page.getByRole('button', { name: VIEW, exact: true, pressed: true }), phone: true },
  { name: 'saving a view', path: '/inventory?q=tee', open: press('Save view'), shows: dialog('Save view'), phone: true },
  { name: 'renaming a view', path: SAVED, open: press(`Rename the view ${VIEW}`), shows: dialog('Rename view'), phone: true },
  { name: 'deleting a view', path: SAVED, open: press(`Delete the view ${VIEW}`), shows: dialog('Delete view?'), phone: true },
  { name: 'packs in the list', path: `/inventory?q=${CIDER}`, shows: text(PACKS), phone: true },
  {
    name: 'a quantity in units of both sides',
    path: `/inventory?q=${CIDER}`,
    open: openCider,
    shows: text(/Enter the quantity in units of:$/u),
    phone: true,
  },
  {
    name: 'changing a pack size',
    path: `/inventory?q=${CIDER}`,
    open: changePack,
    shows: text('Enter a whole number from 2 to 10,000.'),
    phone: true,
  },
  { name: 'reviewing a link of packs', path: '/linking', open: reviewPack, shows: text(PACKS), phone: true },
  { name: 'a plan with a link of packs', path: '/linking', open: planPack, shows: text(PACKS), phone: true },
  {
    name: 'enabling tracking of many variants',
    path: '/issues?view=inventory_disabled&source=shopify',
    open: press('Enable tracking'),
    shows: text(/variants? will be tracked$/u),
    phone: true,
  },
  { name: 'what is excluded', path: '/inventory?view=excluded', shows: text('Shirts'), phone: true },
  { name: 'bulk changes of each kind', path: '/bulk-changes', shows: text('SKUs set'), phone: true },
  ...KINDS,
];
