import { rmSync } from 'node:fs';

import { afterEach, expect, test } from 'vitest';

import type { App } from './support/merchant';
import { startStormApp } from './support/storm';
import { pause } from './support/storm-sales';
import { calm, delayWebhooks, haltProduct, killEverything, loseWebhooks, setStage, uninstall, type Stage } from './support/timeline-course';
import { judgeTimelines } from './support/timeline-verdict';

/** The timeline of a SKU over HTTP, compared with what both platforms of the sandbox really had, which is recorded beside. */
const SEED = Number(process.env['TIMELINE_SEED'] ?? 28);
const VARIANTS = 24;
const PAIRS = 1_000;
/** The run itself takes three minutes; a busy machine takes longer (ms). */
const TEST_MS = 1_800_000;
/** After this time nothing counts as on its way (ms). */
const SETTLED_MS = 11_000;

let running: App | undefined;
let stage: Stage | undefined;

afterEach(async () => {
  await stage?.record.pause().catch(() => undefined);
  const app = stage?.app ?? running;
  await app?.kill();
  if (app !== undefined) rmSync(app.dataDir, { recursive: true, force: true });
});

test(
  'the numbers at 1,000 random pairs of a SKU and a time are those that both platforms had, wherever the timeline knows them',
  async () => {
    const { app, merchant, skus } = await startStormApp(VARIANTS, SEED);
    running = app;
    stage = await setStage(app, merchant, skus, SEED);
    await calm(stage, 60);
    await loseWebhooks(stage, 40);
    await calm(stage, 30);
    await delayWebhooks(stage, 45);
    await haltProduct(stage, 25);
    await calm(stage, 30);
    await killEverything(stage, 15);
    await calm(stage, 20);
    await uninstall(stage, 15);
    await calm(stage, 20);
    await pause(SETTLED_MS);
    await stage.record.close();
    const { wrong, ...counts } = await judgeTimelines(stage, PAIRS);
    console.log(JSON.stringify({ seed: SEED, changes: stage.changes, pairs: PAIRS, wrong: wrong.length, ...counts }));
    expect(wrong, wrong.join('; ')).toEqual([]);
    // Each pair has two numbers. Without these, a timeline that knows nothing would pass.
    expect(counts.settled).toBeGreaterThan(0.4 * 2 * PAIRS);
    expect(counts.settled + counts.close + counts.arriving).toBeGreaterThan(0.65 * 2 * PAIRS);
    expect(counts.merged).toBeLessThan(0.01 * 2 * PAIRS);
    expect(counts.unknown.untold).toBeGreaterThan(0);
  },
  TEST_MS,
);
