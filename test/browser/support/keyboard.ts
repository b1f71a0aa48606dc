import type { Locator, Page } from 'playwright-core';

import { until } from '../../../scripts/app-process';

/** A person at the keyboard of a page. */
export interface Keyboard {
  readonly focused: (target: Locator) => Promise<boolean>;
  /** Waits until the target, described as `what`, has focus. */
  readonly hasFocus: (target: Locator, what: string) => Promise<void>;
  /** Presses a key repeatedly until the target has focus. */
  readonly reach: (target: Locator, what: string, key?: string, limit?: number) => Promise<void>;
  /** Tabs through more than one full cycle, and fails when focus leaves the element. */
  readonly staysWithin: (box: Locator) => Promise<void>;
  /** Selects the option of the focused dropdown whose text begins so, by its first letter. */
  readonly select: (dropdown: Locator, option: string) => Promise<void>;
}

/** The keyboard of the page that is open when it is used. */
export function keyboard(page: () => Page): Keyboard {
  const focused = async (target: Locator): Promise<boolean> =>
    target.evaluateAll((elements) => elements.some((element) => element === document.activeElement));
  return {
    focused,
    hasFocus: async (target, what) => {
      await until(async () => focused(target), `focus on ${what}`);
    },
    reach: async (target, what, key = 'Tab', limit = 60) => {
      for (let presses = 0; presses < limit; presses += 1) {
        if (await focused(target)) return;
        await page().keyboard.press(key);
      }
      throw new Error(`${limit} presses of ${key} do not reach ${what}`);
    },
    // One letter, again and again: it goes to the next option with this letter, however slow the machine is. A browser joins several typed
    // letters to a word only if they follow each other fast enough.
    select: async (dropdown, option) => {
      const selected = async (): Promise<string> => dropdown.locator('option:checked').innerText();
      const options = await dropdown.locator('option').count();
      for (let presses = 0; presses < options; presses += 1) {
        const before = await selected();
        if (before.startsWith(option)) return;
        await page().keyboard.press(option.charAt(0));
        await until(async () => (await selected()) !== before, `an option after ${before}`);
      }
      if (!(await selected()).startsWith(option)) throw new Error(`${option.charAt(0)} does not select ${option}`);
    },
    staysWithin: async (box) => {
      const stops = await box.evaluate((element) => element.querySelectorAll('a[href], button, input, textarea, select').length);
      if (stops === 0) throw new Error('nothing in the dialog can have the focus');
      for (const key of ['Tab', 'Shift+Tab']) {
        for (let presses = 0; presses < stops + 2; presses += 1) {
          await page().keyboard.press(key);
          // Focus guards at either end pass focus on immediately.
          await until(async () => box.evaluate((element) => element.contains(document.activeElement)), 'focus within the dialog');
        }
      }
    },
  };
}
