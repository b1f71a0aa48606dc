import { fromUnits } from '../../src/domain/quantity';
import type { Change, WriteRequest } from '../../src/domain/sync/write';
import { readCatalogPage } from '../../src/platforms/square/catalog';
import { createVariations } from '../../src/platforms/square/create';
import { readVariation, upsertObject, withSku, withTracking } from '../../src/platforms/square/edits';
import { adjust, adjustBody, levels } from '../../src/platforms/square/inventory';
import { readMerchant } from '../../src/platforms/square/merchant';
import { exchangeSquareCode, refreshSquareToken, revokeSquare } from '../../src/platforms/square/oauth';
import { sayReplay } from './shopify-questions';
import type { Exchange, OwnItem, Side } from './side';
import { newVariations, squareLocationOf, START } from './square-exchanges';
import { itemAt, known, outcomeOf, settle, unitsAfter, unitsOf, valueOf, write } from './steps';

/** Ids and tokens of nobody. */
const NO_ID = 'CONTRACTNOSUCHOBJECT';
const NO_TOKEN = `EAAA${'0'.repeat(60)}`;

const by = (side: Side, { stockId }: Pick<OwnItem, 'stockId'>, units: number, locationId = squareLocationOf(side)): Change => ({
  stockId,
  locationId,
  delta: fromUnits(units),
  from: 0,
});

async function apply(side: Side, request: WriteRequest): Promise<void> {
  const answer = await adjust(side.square, request);
  if (answer.kind !== 'applied') throw new Error(`a change was not applied: ${outcomeOf(answer)}`);
}

async function unitsNow(side: Side, item: OwnItem): Promise<number | null> {
  await settle(side);
  return unitsOf(await levels(side.square, [item.stockId], squareLocationOf(side)), item);
}

async function refusedChanges(side: Side): Promise<undefined> {
  const { square, known: facts } = side;
  const item = itemAt(facts.variations, 4);
  await adjust(square, write(by(side, { stockId: NO_ID }, 1)));
  await adjust(square, write(by(side, item, 1, NO_ID)));
  await adjust(square, { ...write(by(side, item, 1)), occurredAt: Date.now() + 3_600_000 });
  await adjust(square, { ...write(by(side, item, 1)), occurredAt: Date.now() - 3 * 86_400_000 });
  const adjustment = adjustBody(write(by(side, item, 1)));
  await square.post('/v2/inventory/changes/batch-create', { ...adjustment, idempotency_key: 'x'.repeat(129) });
  await square.post('/v2/inventory/changes/batch-create', { ...adjustment, idempotency_key: undefined });
  return undefined;
}

async function reusedKey(side: Side): Promise<undefined> {
  const item = itemAt(side.known.variations, 5);
  const first = write(by(side, item, 1));
  await apply(side, first);
  await adjust(side.square, { ...first, changes: [by(side, item, 2)] });
  return undefined;
}

async function refusedEdits(side: Side): Promise<undefined> {
  const { square, known: facts } = side;
  const { id, sku } = itemAt(facts.variations, 1);
  const variation = known(valueOf(await readVariation(square, id), 'a variation') ?? undefined, 'a variation');
  valueOf(await upsertObject(square, withSku(variation, `${sku}-2`), crypto.randomUUID()), 'another SKU');
  const stale = await upsertObject(square, withSku(variation, `${sku}-3`), crypto.randomUUID());
  if (stale.ok) throw new Error('an object was overwritten at an old version');
  await createVariations(square, newVariations(side, NO_ID, [90]));
  await readCatalogPage(square, { locationId: squareLocationOf(side), cursor: 'not-a-cursor' });
  valueOf(await readVariation(square, NO_ID), 'an unknown variation');
  return undefined;
}

async function badToken(side: Side): Promise<undefined> {
  const answer = await readMerchant(side.squareWith(NO_TOKEN));
  if (answer.ok) throw new Error('a made-up token was accepted');
  return undefined;
}

async function badGrants(side: Side): Promise<undefined> {
  const { http, target } = side;
  const call = { http, config: target.config.square, now: Date.now() };
  await exchangeSquareCode(call, { code: 'sq0cgb-contract', redirectUri: 'https://shelfbridge-contract.example/square/oauthCallback' });
  await refreshSquareToken(call, NO_TOKEN, known(side.known.merchantId, 'the seller'));
  // The seller's own grant would have to be given again afterward.
  await revokeSquare(call, NO_ID);
  return undefined;
}

async function refresh(side: Side): Promise<undefined> {
  const { http, target } = side;
  const call = { http, config: target.config.square, now: Date.now() };
  const renewed = await refreshSquareToken(call, target.squareRefreshToken ?? '', known(side.known.merchantId, 'the seller'));
  if (!renewed.ok) throw new Error(`the refresh token was not accepted: ${renewed.error.detail}`);
  return undefined;
}

async function partOfBatch(side: Side): Promise<string> {
  const item = itemAt(side.known.variations, 6);
  const answer = await adjust(side.square, write(by(side, item, START), by(side, { stockId: NO_ID }, 1)));
  const took = (await unitsNow(side, item)) === null ? 'had no effect' : 'took effect';
  return `${outcomeOf(answer)}; the other change ${took}`;
}

async function replay(side: Side): Promise<string> {
  const item = itemAt(side.known.variations, 7);
  await apply(side, write(by(side, item, START)));
  const first = write(by(side, item, 1));
  await apply(side, first);
  await apply(side, write(by(side, item, 1)));
  const again = await adjust(side.square, first);
  return sayReplay(outcomeOf(again), unitsAfter(again), await unitsNow(side, item));
}

async function refusedKey(side: Side): Promise<string> {
  const item = itemAt(side.known.variations, 8);
  const request = write(by(side, { stockId: NO_ID }, 1));
  const first = await adjust(side.square, request);
  const then = await adjust(side.square, { ...request, changes: [by(side, item, 1)] });
  return `first ${outcomeOf(first)}, then with another body ${outcomeOf(then)}`;
}

async function below(side: Side): Promise<string> {
  const item = itemAt(side.known.variations, 9);
  await apply(side, write(by(side, item, 1)));
  const answer = await adjust(side.square, write(by(side, item, -2)));
  return `${outcomeOf(answer)}, then ${(await unitsNow(side, item)) ?? 'no count'}`;
}

async function neverCounted(side: Side): Promise<string> {
  const units = await unitsNow(side, itemAt(side.known.variations, 10));
  return units === null ? 'left out' : `${units}`;
}

async function untracked(side: Side): Promise<string> {
  const { square, known: facts } = side;
  const item = itemAt(facts.variations, 11);
  const variation = known(valueOf(await readVariation(square, item.id), 'a variation') ?? undefined, 'a variation');
  valueOf(await upsertObject(square, withTracking(variation, squareLocationOf(side), false), crypto.randomUUID()), 'tracking off');
  return outcomeOf(await adjust(square, write(by(side, item, 1))));
}

/** How often two writes are sent at once before both count as accepted. */
const MOST_TRIES = 10;

async function concurrent(side: Side): Promise<string> {
  const { recorder } = side;
  const start = recorder.calls.length;
  for (let tries = 1; ; tries += 1) {
    const answer = await writeTwo(side, `-both-${tries}`);
    // On a slow way, the first may be over before the second arrives; a write without an answer says nothing of what happens to two.
    const isTelling = answer !== 'done and done' && !answer.includes('failed');
    if (isTelling || tries === MOST_TRIES) return answer;
    recorder.calls.splice(start);
  }
}

/** Changes two SKUs with two requests at once, and returns what became of them. */
async function writeTwo({ square, known: facts, recorder }: Side, ending: string): Promise<string> {
  const read = async (index: number) =>
    known(valueOf(await readVariation(square, itemAt(facts.variations, index).id), 'a variation') ?? undefined, 'a variation');
  const objects = [await read(0), await read(2)].map((one) => withSku(one, `${one.sku}${ending}`));
  const mark = recorder.calls.length;
  recorder.wantsThrottling = true;
  try {
    const done = await Promise.all(objects.map((object) => upsertObject(square, object, crypto.randomUUID())));
    // Which of the two is first is chance.
    recorder.calls.push(...recorder.calls.splice(mark).toSorted((one, other) => one.status - other.status));
    return done
      .map((one) => (one.ok ? 'done' : one.error.kind))
      .toSorted()
      .join(' and ');
  } finally {
    recorder.wantsThrottling = false;
  }
}

/** What Square answers to what it refuses. */
export const SQUARE_REFUSALS: readonly Exchange[] = [
  { name: 'Square: refused changes of stock', data: 'own', run: refusedChanges },
  { name: 'Square: a reused key', data: 'own', run: reusedKey },
  { name: 'Square: refused edits', data: 'own', run: refusedEdits },
  { name: 'Square: a bad token', data: 'own', run: badToken },
  { name: 'Square: bad grants', data: 'own', needs: 'square-client', run: badGrants },
  { name: 'Square: a refresh', data: 'own', needs: 'square-refresh', run: refresh },
];

/** What cannot be known without the live Square (decisions 0002, 0010), as questions. */
export const SQUARE_QUESTIONS: readonly Exchange[] = [
  { name: 'Square: one bad change of two', data: 'own', question: 'Does one bad change fail the whole batch?', run: partOfBatch },
  { name: 'Square: a replayed key', data: 'own', question: 'What does a replay of an idempotency key answer?', run: replay },
  {
    name: 'Square: a refused key',
    data: 'own',
    question: 'Is a key free again after a refusal?',
    run: refusedKey,
  },
  { name: 'Square: below zero', data: 'own', question: 'May a count fall below zero?', run: below },
  { name: 'Square: never counted', data: 'own', question: 'What is the count of a variation that was never counted?', run: neverCounted },
  { name: 'Square: not tracked', data: 'own', question: 'Is a change of a variation accepted whose stock is not tracked?', run: untracked },
  { name: 'Square: two catalog writes at once', data: 'own', question: 'What happens to two catalog writes at once?', run: concurrent },
];
