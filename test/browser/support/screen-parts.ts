import type { Locator, Page } from 'playwright-core';

/** The title of a page. */
export const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { level: 1, name });

/** A dialog or drawer by its title. */
export const dialog = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name });

/** A text anywhere on the page. */
export const text = (found: string | RegExp) => (page: Page) => page.getByText(found).first();

/** The first row of a list of variants or events. */
export const row = (page: Page): Locator => page.locator('tr[data-sku]').first();

/** The button of the account's menu. */
export const menuButton = (page: Page): Locator => page.locator('header').getByRole('button');

/** Presses the first button with this name. */
export const press = (name: string | RegExp) => async (page: Page) => page.getByRole('button', { name }).first().click();
