import type { Locator, Page } from 'playwright-core';

type Name = string | RegExp;
/** A page, or a part of one. */
type Place = Locator | Page;
type Role = Parameters<Page['getByRole']>[0];

/** A button by its name. */
export const button = (place: Place, name: Name): Locator => place.getByRole('button', { name });

/** Presses a button. */
export async function press(place: Place, name: Name): Promise<void> {
  await button(place, name).click();
}

/** Presses the first of the buttons with this name. */
export async function pressFirst(place: Place, name: Name): Promise<void> {
  await button(place, name).first().click();
}

/** Waits until a place shows a text. */
export async function sees(place: Place, text: Name): Promise<void> {
  await place.getByText(text).waitFor();
}

/** An element by its role and name. */
export const named = (place: Place, role: Role, name: Name): Locator => place.getByRole(role, { name });

/** Selects a dropdown's first option; a list that was open before stays in the page for a while, without `data-open`. */
export async function selectFirst(page: Page, dropdown: Locator): Promise<void> {
  await dropdown.click();
  await page.locator('[role=listbox][data-open]').getByRole('option').first().click();
}
