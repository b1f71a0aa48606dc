import { toUnits, type Quantity } from '../../../domain/quantity';
import { ok, refuse, type Answer } from '../../../domain/result';
import { WRITER_ACTIONS, type WriterAction } from '../../../domain/writers/writer-case';
import type { WriterCaseList as StoredList, WriterCaseView, WriterProposal as StoredProposal } from '../../../durable/api/writer-case-api';
import type { ResolveWriterCaseRequest, WriterCase, WriterCaseList, WriterProposal } from '../../../gen/sh/issues_pb';
import { readQuantity } from './leveling';
import { toTimestamp } from './time';

/** The longest ID of a case: both platforms' stock IDs. */
const LONGEST_ID = 400;

/** Returns the cases as calls answer them. */
export function toWriterCaseList({ total, held, allOnHold, cases }: StoredList): WriterCaseList {
  return { total, held, allOnHold, cases: cases.map(toWriterCase) };
}

function toWriterCase(one: WriterCaseView): WriterCase {
  const { id, state, proof, since, sku, productName, variantName, key, app, copied, latest, shopify, square } = one;
  return {
    id,
    state,
    since: toTimestamp(since),
    sku,
    productName,
    variantName,
    variantId: key === null ? '' : String(key),
    appName: app?.name ?? '',
    appId: app?.id ?? '',
    copies: copied?.count ?? 0,
    units: toUnits(copied?.units ?? 0),
    from: toTimestamp(copied?.from ?? null),
    to: toTimestamp(copied?.to ?? null),
    ...unitsOf({ shopify, square }),
    proof: proof ?? '',
    latest: latest.map(({ side, at, delta }) => ({ source: side, at: toTimestamp(at), delta: toUnits(delta) })),
  };
}

/** Returns a proposal as calls answer it. */
export function toWriterProposal(proposal: StoredProposal): WriterProposal {
  const { shopify, square, quantity, why, copied, start, shopifyChanges, squareChanges } = proposal;
  return {
    ...unitsOf({ shopify, square }),
    ...(quantity === null ? {} : { quantity: toUnits(quantity) }),
    why,
    copied: toUnits(copied),
    ...(start === null ? {} : { start: toUnits(start.quantity) }),
    startAt: toTimestamp(start?.at ?? null),
    shopifyChanges: toUnits(shopifyChanges),
    squareChanges: toUnits(squareChanges),
  };
}

function unitsOf({ shopify, square }: { readonly shopify: Quantity | null; readonly square: Quantity | null }) {
  return {
    ...(shopify === null ? {} : { shopify: toUnits(shopify) }),
    ...(square === null ? {} : { square: toUnits(square) }),
  };
}

/** Reads the ID of a case. */
export function readWriterCaseId(id: string): Answer<string> {
  if (id === '') return refuse('invalid_argument', 'id is missing.');
  return id.length > LONGEST_ID ? refuse('invalid_argument', `id must not be longer than ${LONGEST_ID} characters.`) : ok(id);
}

/** Reads what the merchant decides. */
export function readResolution(input: ResolveWriterCaseRequest): Answer<{ id: string; action: WriterAction; quantity: Quantity | null }> {
  const id = readWriterCaseId(input.id);
  if (!id.ok) return id;
  const action = WRITER_ACTIONS.find((known) => known === input.action);
  if (action === undefined) return refuse('invalid_argument', `action must be one of ${WRITER_ACTIONS.join(', ')}.`);
  if (action !== 'reconcile') {
    if (input.quantity !== undefined) return refuse('invalid_argument', "quantity is only for the action 'reconcile'.");
    return ok({ id: id.value, action, quantity: null });
  }
  const quantity = readQuantity('quantity', input.quantity);
  return quantity.ok ? ok({ id: id.value, action, quantity: quantity.value }) : quantity;
}
