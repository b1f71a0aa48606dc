import { rmSync } from 'node:fs';

import { afterEach, expect, test } from 'vitest';

import { until } from '../../scripts/app-process';
import { startStormApp } from './support/storm';
import { changeVariant, readUnits, readVariants, type Variant } from './support/storm-catalog';
import { historyOf } from './support/storm-history';
import { LINK_ACTS, planActs, type Outcome, type Product } from './support/storm-links';
import { inLanes } from './support/storm-links-log';
import { pause } from './support/storm-sales';
import { seeded } from './support/storm-steps';
import { listed } from './support/storm-verdict';
import { unlinkedPairs } from './support/unlinked-pairs';

/**
 * Changes every product of a catalog in ways that could end links, while everything sells. Environment variables set the size; the full
 * run, with a stricter verdict: npm run chaos -- --links.
 */
const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);
const VARIANTS = number('LINKS_VARIANTS', 120);
/** How long SKUs may differ before a link ends, ms: both sides of a rename fit in. */
const GRACE_MS = number('LINKS_GRACE_MS', 60_000);
/** Longest wait for everything to be as it must be after the last act, ms. */
const LIMIT_MS = number('LINKS_LIMIT_MS', 180_000);
/** Time for the acts, the waits and the verdict, ms. */
const TEST_MS = VARIANTS * 200 + GRACE_MS + LIMIT_MS + 60_000;
/** Units of each variant at the start, on each side. */
const START = 100;
/** Time for the app to read the first half of what happens, ms. */
const BETWEEN_MS = 10_000;
/** Pairs that are linked again have a test of their own: `alone/links.test.ts`. */
const ACTS = LINK_ACTS.filter(({ outcome }) => outcome !== 'linked-again');

let running: Awaited<ReturnType<typeof startStormApp>>['app'] | undefined;

afterEach(async () => {
  await running?.kill();
  if (running !== undefined) rmSync(running.dataDir, { recursive: true, force: true });
  running = undefined;
});

test(
  'links hold, and what ends is listed with its cause, while a catalog of products is archived, renamed, and remade',
  async () => {
    const { app, skus, merchant } = await startStormApp(VARIANTS, 11, { SKU_GRACE_MS: GRACE_MS });
    running = app;
    const variants = await readVariants(app, skus);
    const plan = planActs(variants, ACTS);
    expect(new Set(plan.map(({ act }) => act.name)).size).toBe(ACTS.length);
    const of = (outcome: Outcome) => plan.filter(({ act }) => act.outcome === outcome).flatMap(({ product }) => product);
    const gone = new Set([...of('removed'), ...of('other-partner')]);

    const sold = new Map<Variant, number>();
    const random = seeded(11);
    const sale = async (variant: Variant) => {
      // What is deleted sells at the counter only.
      const platform = gone.has(variant) || random() < 0.5 ? 'square' : 'shopify';
      await changeVariant(app, platform, variant, { delta: -1 });
      sold.set(variant, (sold.get(variant) ?? 0) + 1);
    };
    const sellAll = async (product: Product) => {
      for (const variant of product) await sale(variant);
    };
    await inLanes(plan, async ({ act, product }) => {
      await sellAll(product);
      await act.run(app, product);
      await sellAll(product);
    });
    await pause(BETWEEN_MS);
    await inLanes(plan, async ({ act, product }) => {
      await act.after?.(app, product);
      await sellAll(product);
    });
    await pause(GRACE_MS);

    const kept = of('kept');
    const wrong = async () => {
      const units = await readUnits(app);
      return kept.flatMap((variant) => {
        const expected = START - (sold.get(variant) ?? 0);
        const [shopify, square] = [units.get(variant.shopify), units.get(variant.square)];
        return shopify === expected && square === expected
          ? []
          : [`${variant.sku}: Shopify ${String(shopify)}, Square ${String(square)}, expected ${expected}`];
      });
    };
    const ended = of('sku-changed').length + of('removed').length;
    const count = async () => ((await merchant.rpc('sh.Issues/GetUnlinked', { limit: 1 })) as { total: number }).total;
    const isOver = async () => (await wrong()).length === 0 && (await count()) === ended;
    await until(isOver, 'exact stock, and everything that ended in the list', LIMIT_MS).catch(() => undefined);

    expect(await wrong()).toEqual([]);
    const pairs = await listed(merchant);
    const partner = (variant: Variant) => pairs.get(variant.square)?.shopify_id ?? '';
    expect(kept.filter((variant) => partner(variant) !== variant.shopify).map(({ sku }) => sku)).toEqual([]);
    // The partner of an exchanged or remade variant is another one.
    expect(of('other-partner').filter((variant) => ['', variant.shopify].includes(partner(variant)))).toEqual([]);
    const list = await unlinkedPairs(merchant);
    for (const why of ['sku-changed', 'removed'] as const) {
      const missing = of(why).filter(({ square }) => list.get(square)?.why !== why || list.get(square)?.square.state !== 'waiting');
      expect(missing.map(({ sku }) => sku)).toEqual([]);
    }
    expect(list.size).toBe(ended);
    // No link of a kept variant ended in between either.
    const ends = (await historyOf(merchant, 'GEN-')).filter(({ message }) => message.startsWith('No longer linked'));
    const keptSkus = new Set(kept.flatMap(({ sku }) => [sku, `NEW-${sku}`, sku.toLowerCase()]));
    expect(ends.filter(({ sku }) => keptSkus.has(sku.trim()))).toEqual([]);
    expect(ends.length).toBe(ended + of('other-partner').length);
  },
  TEST_MS,
);
