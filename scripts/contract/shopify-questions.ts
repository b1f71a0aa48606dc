import { toUnits } from '../../src/domain/quantity';
import { setShopifyTracking } from '../../src/platforms/shopify/edits';
import { adjust, levels } from '../../src/platforms/shopify/inventory';
import { locationOf, START } from './shopify-exchanges';
import type { Exchange, OwnItem, Side } from './side';
import { change, itemAt, outcomeOf, settle, unitsAfter, unitsOf, valueOf, write } from './steps';

async function unitsNow(side: Side, item: OwnItem): Promise<number | null> {
  await settle(side);
  return unitsOf(await levels(side.shopify, [item.stockId], locationOf(side)), item);
}

async function partOfBatch(side: Side): Promise<string> {
  const [good, stale] = [itemAt(side.known.items, 7), itemAt(side.known.items, 8)];
  const location = locationOf(side);
  const answer = await adjust(side.shopify, write(change(good, location, 1, START), change(stale, location, 1, START - 1)));
  const took = (await unitsNow(side, good)) === START ? 'had no effect' : 'took effect';
  return `${outcomeOf(answer)}; the other change ${took}`;
}

async function replay(side: Side): Promise<string> {
  const item = itemAt(side.known.items, 9);
  const location = locationOf(side);
  const first = write(change(item, location, 1, START));
  const second = write(change(item, location, 1, START + 1));
  for (const request of [first, second]) {
    const answer = await adjust(side.shopify, request);
    if (answer.kind !== 'applied') throw new Error(`a change was not applied: ${outcomeOf(answer)}`);
  }
  const again = await adjust(side.shopify, first);
  return sayReplay(outcomeOf(again), unitsAfter(again), await unitsNow(side, item));
}

/** Says what a replay did, after two changes of one unit each, the first of which was replayed. */
export function sayReplay(outcome: string, stated: number | null, now: number | null): string {
  const states = stated === START + 1 ? 'the first answer' : stated === START + 2 ? 'the current quantity' : `${stated ?? 'no quantity'}`;
  const effect = now === START + 2 ? 'no second effect' : now === START + 3 ? 'a second effect' : `then ${now ?? 'no quantity'}`;
  return `${outcome}, states ${states}, ${effect}`;
}

async function failedKey(side: Side): Promise<string> {
  const stale = write(change(itemAt(side.known.items, 10), locationOf(side), 1, START - 1));
  const first = await adjust(side.shopify, stale);
  return `first ${outcomeOf(first)}, then ${outcomeOf(await adjust(side.shopify, stale))}`;
}

async function below(side: Side): Promise<string> {
  const item = itemAt(side.known.items, 11);
  const answer = await adjust(side.shopify, write(change(item, locationOf(side), -START - 1, START)));
  return `${outcomeOf(answer)}, then ${(await unitsNow(side, item)) ?? 'no quantity'}`;
}

async function times(side: Side): Promise<string> {
  const item = itemAt(side.known.items, 12);
  const location = locationOf(side);
  let last = 0;
  for (let units = START; units < START + 4; units += 1) {
    const answer = await adjust(side.shopify, write(change(item, location, 1, units)));
    const level = answer.kind === 'applied' ? answer.levels[0] : null;
    if (level === null || level === undefined) throw new Error(`a change was answered without a level: ${outcomeOf(answer)}`);
    if (toUnits(level.quantity) !== units + 1) return `the answer states ${toUnits(level.quantity)} instead of ${units + 1}`;
    if (level.at < last) return 'a later change has an earlier time';
    last = level.at;
  }
  return 'a later change never has an earlier time';
}

async function untracked(side: Side): Promise<string> {
  const item = itemAt(side.known.items, 13);
  valueOf(await setShopifyTracking(side.shopify, item.stockId, false), 'tracking off');
  const answer = await adjust(side.shopify, write(change(item, locationOf(side), 1, START)));
  valueOf(await setShopifyTracking(side.shopify, item.stockId, true), 'tracking on');
  return outcomeOf(answer);
}

/** What cannot be known without the live Shopify (decisions 0002, 0017), as questions. */
export const SHOPIFY_QUESTIONS: readonly Exchange[] = [
  {
    name: 'Shopify: one stale change of two',
    data: 'own',
    question: 'Does one stale change fail the whole batch?',
    run: partOfBatch,
  },
  {
    name: 'Shopify: a replayed key',
    data: 'own',
    question: 'What does a replay of an idempotency key answer?',
    run: replay,
  },
  { name: 'Shopify: a failed key', data: 'own', question: 'What does a key answer whose first attempt was refused?', run: failedKey },
  { name: 'Shopify: below zero', data: 'own', question: 'May available fall below zero?', run: below },
  { name: 'Shopify: times of changes', data: 'own', question: 'Do the times of a level ever go back?', run: times },
  { name: 'Shopify: an untracked item', data: 'own', question: 'Is a change of an untracked item accepted?', run: untracked },
];
