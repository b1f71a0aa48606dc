import { rmSync } from 'node:fs';

import { afterEach, expect, test } from 'vitest';

import { until } from '../../../scripts/app-process';
import { startStormApp } from '../support/storm';
import { readUnits, readVariants, type Variant } from '../support/storm-catalog';
import { historyOf } from '../support/storm-history';
import { BACK, LINK_ACTS, planActs, type Outcome, type Product } from '../support/storm-links';
import { inLanes, LinksLog, type Item } from '../support/storm-links-log';
import { isLinkedAgain, relinkProblems, toldProblems } from '../support/storm-links-verdict';
import { pause } from '../support/storm-sales';
import { seeded } from '../support/storm-steps';
import { listed } from '../support/storm-verdict';
import { unlinkedPairs } from '../support/unlinked-pairs';

/**
 * Changes every product of a catalog in ways that could end links, while everything sells. Environment variables set the size and the
 * seed; the full run: npm run chaos -- --links (scripts/chaos/run.ts).
 */
const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);
const VARIANTS = number('LINKS_VARIANTS', 120);
/** Decides the products' sizes, and when and on which side everything sells. */
const SEED = number('LINKS_SEED', 11);
/** How long SKUs may differ before a link ends, ms: both sides of a rename fit in. */
const GRACE_MS = number('LINKS_GRACE_MS', 60_000);
/** Longest wait for everything to be as it must be after the last act, ms. */
const LIMIT_MS = number('LINKS_LIMIT_MS', 180_000);
/** Time for the acts, the waits and the verdict, ms. */
const TEST_MS = VARIANTS * 1_000 + GRACE_MS + 3 * LIMIT_MS + 60_000;
/** Units of each variant at the start, on each side. */
const START = 100;
/** Time for the app to read the first half of what happens, ms. */
const BETWEEN_MS = 10_000;
const BOTH = ['shopify', 'square'] as const;
/** Sales in that time of each variant whose link ends and starts. */
const SALES_BETWEEN = 4;

let running: Awaited<ReturnType<typeof startStormApp>>['app'] | undefined;

afterEach(async () => {
  await running?.kill();
  if (running !== undefined) rmSync(running.dataDir, { recursive: true, force: true });
  running = undefined;
});

test(
  'links hold, and what ends is listed with its cause, while a catalog of products is archived, renamed, and remade',
  async () => {
    const { app, skus, merchant } = await startStormApp(VARIANTS, SEED, { SKU_GRACE_MS: GRACE_MS });
    running = app;
    const variants = await readVariants(app, skus);
    const plan = planActs(variants);
    expect(new Set(plan.map(({ act }) => act.name)).size).toBe(LINK_ACTS.length);
    const of = (outcome: Outcome) => plan.filter(({ act }) => act.outcome === outcome).flatMap(({ product }) => product);
    const deleted = new Set<Item>(plan.filter(({ act }) => act.name.startsWith('deleted')).flatMap(({ product }) => product));

    const log = new LinksLog(app, seeded(SEED));
    // What is deleted sells at the counter only.
    const platformsOf = (item: Item) => (deleted.has(item) ? (['square'] as const) : BOTH);
    const sellAll = async (product: Product) => {
      for (const variant of product) await log.sell(variant, platformsOf(variant));
    };
    await inLanes(plan, async ({ act, product }) => {
      await sellAll(product);
      await log.act(act.name, product, act.run);
      await sellAll(product);
    });
    const again = plan.filter(isLinkedAgain).flatMap(({ product }) => product);
    const sellWhileLinksChange = () => log.sellDuring(again, platformsOf, SALES_BETWEEN, BETWEEN_MS);
    await sellWhileLinksChange();
    await inLanes(plan, async ({ act, product }) => {
      await log.act(`second half of ${act.name}`, product, act.after);
      await sellAll(product);
    });
    await pause(GRACE_MS);
    const endsNow = async () => (await historyOf(merchant, BACK)).filter(({ message }) => message.startsWith('No longer linked')).length;
    const back = plan.filter(({ act }) => act.last !== undefined).flatMap(({ product }) => product).length;
    await until(async () => (await endsNow()) === back, 'links to end whose SKUs differed for too long', LIMIT_MS);
    const renameBack = () => inLanes(plan, async ({ act, product }) => log.act(`end of ${act.name}`, product, act.last));
    await Promise.all([sellWhileLinksChange(), renameBack()]);

    const kept = of('kept');
    const wrong = async () => {
      const units = await readUnits(app);
      return kept.flatMap((variant) => {
        const expected = START - log.salesOf([variant.shopify, variant.square]).length;
        const [shopify, square] = [units.get(variant.shopify), units.get(variant.square)];
        return shopify === expected && square === expected
          ? []
          : [{ skus: [variant.sku], text: `${variant.sku}: Shopify ${String(shopify)}, Square ${String(square)}, expected ${expected}` }];
      });
    };
    const ended = of('sku-changed').length + of('removed').length;
    const count = async () => ((await merchant.rpc('sh.Issues/GetUnlinked', { limit: 1 })) as { total: number }).total;
    const relinks = async () => {
      const [rows, pairs] = [await historyOf(merchant, ''), await listed(merchant)];
      return { plan, log, rows, units: await readUnits(app), pairs, start: START, graceMs: GRACE_MS };
    };
    const isOver = async () => (await wrong()).length === 0 && (await count()) === ended && relinkProblems(await relinks()).length === 0;
    const settles = () =>
      until(isOver, 'exact stock, and everything that ended in the list', LIMIT_MS).then(
        () => true,
        () => false,
      );
    if (await settles()) {
      // New links pass on what is sold from now on, too.
      const { pairs } = await relinks();
      const linked = [...new Set(again.flatMap(({ square }) => pairs.get(square) ?? []))];
      const items = linked.map(({ sku, shopify_id: shopify, square_id: square }) => ({ sku: sku.trim(), shopify, square }));
      for (const side of BOTH) await inLanes(items, async (item) => log.sell(item, [side]));
      await settles();
    }

    const last = await relinks();
    const problems = [...(await wrong()), ...relinkProblems(last)];
    expect(
      problems.map(({ text }) => text),
      toldProblems(problems, last),
    ).toEqual([]);
    const partner = (variant: Variant) => last.pairs.get(variant.square)?.shopify_id ?? '';
    const same = [...kept, ...of('linked-again')];
    expect(same.filter((variant) => partner(variant) !== variant.shopify).map(({ sku }) => sku)).toEqual([]);
    // The partner of an exchanged or remade variant is another one.
    expect(of('other-partner').filter((variant) => ['', variant.shopify].includes(partner(variant)))).toEqual([]);
    const list = await unlinkedPairs(merchant);
    for (const why of ['sku-changed', 'removed'] as const) {
      const missing = of(why).filter(({ square }) => list.get(square)?.why !== why || list.get(square)?.square.state !== 'waiting');
      expect(missing.map(({ sku }) => sku)).toEqual([]);
    }
    expect(list.size).toBe(ended);
    // No link of a kept variant ended in between either.
    const ends = last.rows.filter(({ message }) => message.startsWith('No longer linked'));
    const keptSkus = new Set(kept.flatMap(({ sku }) => [sku, `NEW-${sku}`, sku.toLowerCase()]));
    expect(ends.filter(({ sku }) => keptSkus.has(sku.trim()))).toEqual([]);
    expect(ends.length).toBe(ended + again.length);
  },
  TEST_MS,
);
