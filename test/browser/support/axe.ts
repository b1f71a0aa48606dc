import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

import { root } from '../../../scripts/root';

declare global {
  interface Window {
    readonly axe?: { run(context: typeof CONTEXT, options: RunOptions): Promise<AxeResults> };
  }
}

const source = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');

/**
 * WCAG 2.0 A and AA, what 2.1 AA added, and that the name of a control contains its visible label (2.5.3), which axe lists as
 * experimental: people who use speech input say what they read on the screen.
 */
const OPTIONS: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'],
  rules: { 'label-content-name-mismatch': { enabled: true } },
  resultTypes: ['violations'],
};

/**
 * The menu's focus guards are hidden from screen readers but in the tab order on purpose: they never keep focus but pass it on
 * immediately, which the keyboard tests prove.
 */
const CONTEXT = { exclude: ['[data-base-ui-focus-guard]'] };

/**
 * Returns the barriers of the screen as it is, one line per element: rule, impact, element, and what is wrong with it. Leaves out minor
 * and moderate ones. The window must be opened with `bypassCSP`, because axe is evaluated as text.
 */
export async function barriers(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(source);
  const still = () => document.getAnimations().every((animation) => animation.playState !== 'running');
  let violations: AxeResults['violations'] = [];
  // Colors in transition would be checked midway: elements that started to change meanwhile are checked again.
  for (let looks = 0, moved = true; moved && looks < 5; looks += 1) {
    await page.waitForFunction(still);
    violations = await page.evaluate(
      async ({ context, options }) => {
        if (window.axe === undefined) throw new Error('axe is not on the page');
        const results = await window.axe.run(context, options);
        return results.violations;
      },
      { context: CONTEXT, options: OPTIONS },
    );
    moved = violations.length > 0 && !(await page.evaluate(still));
  }
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, impact, help, nodes }) =>
      nodes.map(({ target, failureSummary = '' }) => {
        const reason = failureSummary.replaceAll(/\s+/gu, ' ');
        return `${id} (${impact ?? ''}): ${help}; ${target.join(' ')}; ${reason}`;
      }),
    );
}
