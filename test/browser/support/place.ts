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

/** Selects the option of a dropdown whose text begins so. */
export async function select(dropdown: Locator, option: string): Promise<void> {
  const texts = await dropdown.locator('option').allInnerTexts();
  const label = texts.find((text) => text.startsWith(option));
  if (label === undefined) throw new Error(`no option "${option}" among ${texts.join(', ')}`);
  await dropdown.selectOption({ label });
}
