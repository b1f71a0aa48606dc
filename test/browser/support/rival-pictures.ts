import { resolve } from 'node:path';

import type { RivalShop } from './rival';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

/**
 * Takes pictures of the merchant's window as it is, light and dark, on a desktop and on a phone, into the folder that `ALONE_PICTURES` names;
 * none without it.
 */
export async function picturesOf({ page }: Pick<RivalShop, 'page'>, name: string): Promise<void> {
  const folder = process.env['ALONE_PICTURES'];
  if (folder === undefined) return;
  for (const [size, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(400);
      await page.screenshot({ path: resolve(folder, `alone-${name}-${size}-${colorScheme}.png`), fullPage: true, animations: 'disabled' });
    }
  }
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: 'light' });
}
