import type { Cause } from '../causes/cause';
import { formatDecimal, type Quantity } from '../quantity';
import { otherSource, sourceName, SOURCES, type Source } from '../source';
import { NO_PACKS, packSide, type PackSizes } from '../sync/pack-size';
import type { RefusalReason } from '../sync/write';
import { describeChange, signed } from './change-message';
import { sidesOfSet, type HistoryFact } from './fact';

/**
 * Returns the sentence that a shop owner reads for a history line, e.g. "Sold 2 on Square: Shopify 14 → 12". `cause`: what
 * the platform has told about a change; null while it is not known.
 */
export function describeFact(fact: HistoryFact, cause: Cause | null = null): string {
  switch (fact.kind) {
    case 'change':
      return describeChange(fact, cause);
    case 'refused':
      return `${sourceName(fact.side)} refused a change of ${signed(fact.owed)}: ${describeRefusal(fact.reason)}. It stays pending.`;
    case 'frozen':
      return `Paused: it is not certain whether ${signed(fact.delta)} reached ${sourceName(fact.side)}. Set the quantity to resume syncing.`;
    case 'set':
    case 'undone':
      return describeSet(fact);
    case 'held':
    case 'review':
      return describeHeld(fact);
    case 'dropped':
      return describeDropped(fact);
    case 'sku':
      return describeSku(fact);
    case 'tracking':
      return `Turned inventory tracking ${fact.on ? 'on' : 'off'} on ${sourceName(fact.side)}.`;
    case 'copied':
      return `Copied from ${sourceName(otherSource(fact.side))} to ${sourceName(fact.side)}${fact.quantity === null ? '' : `, with ${formatDecimal(fact.quantity)} in stock`}.`;
    default:
      return describeLink(fact);
  }
}

function describeLink(fact: Extract<HistoryFact, { kind: 'pair' | 'exclusion' | 'linked' | 'skus-differ' | 'unlinked' }>): string {
  switch (fact.kind) {
    case 'pair':
      return fact.linked
        ? `Linked by hand: “${fact.shopify}” on Shopify with “${fact.square}” on Square.${describePacks(fact.packs ?? NO_PACKS)}`
        : `Kept separate from now on: “${fact.shopify}” on Shopify and “${fact.square}” on Square.`;
    case 'exclusion':
      return `${fact.on ? 'Excluded from syncing' : 'No longer excluded from syncing'}: ${fact.what}.`;
    case 'linked':
      return describeLinked(fact);
    case 'skus-differ':
      return describeDifference(fact);
    case 'unlinked':
      return describeUnlinked(fact);
  }
}

/** Says what one unit is on the other side, as a sentence after others; '' for equal units. */
function describePacks(packs: PackSizes): string {
  const side = packSide(packs);
  return side === null ? '' : ` One on ${sourceName(side)} is ${packs[side]} on ${sourceName(otherSource(side))}.`;
}

function describeHeld(fact: Extract<HistoryFact, { kind: 'held' | 'review' }>): string {
  if (fact.kind === 'review')
    return `${signed(fact.amount)} for ${sourceName(fact.side)} came together while changes were paused: held until you send or drop it.`;
  return fact.fate === 'sent'
    ? `Sent the held ${signed(fact.amount)} from ${sourceName(fact.side)} to ${sourceName(otherSource(fact.side))}`
    : `Dropped the held ${signed(fact.amount)} from ${sourceName(fact.side)}: the two sides keep this difference`;
}

function describeDropped({ side, amount, uncertain, why }: Extract<HistoryFact, { kind: 'dropped' }>): string {
  const reason = why === 'lapsed' ? 'the subscription had ended' : 'the connection or the paired locations changed';
  const maybe = uncertain === 0 ? '' : ` It is not certain whether ${signed(uncertain)} of it arrived.`;
  return `Not sent to ${sourceName(side)}: ${signed(amount)}, because ${reason}.${maybe}`;
}

function describeSku({ side, before, after }: Extract<HistoryFact, { kind: 'sku' }>): string {
  if (after === '') return `Removed the SKU ${before} on ${sourceName(side)}.`;
  return before === ''
    ? `Set the SKU on ${sourceName(side)} to ${after}.`
    : `Changed the SKU on ${sourceName(side)} from ${before} to ${after}.`;
}

/** Returns why a platform refuses to change an item, for a shop owner. */
export function describeRefusal(reason: RefusalReason): string {
  return REFUSALS[reason];
}

const REFUSALS: Readonly<Record<RefusalReason, string>> = {
  stale: 'the number changed in the meantime',
  deleted: 'the variant no longer exists there',
  untracked: 'inventory is not tracked there',
  'not-stocked': 'the variant is not stocked at the paired location',
  'out-of-bounds': 'the number would be outside what the platform allows',
  'not-writable': 'another service manages this stock',
  'location-gone': 'the paired location no longer exists',
  malformed: 'the platform did not understand the change',
  other: 'the platform did not accept it',
};

const UNLINKED: Readonly<Record<Extract<HistoryFact, { kind: 'unlinked' }>['why'], string>> = {
  'sku-changed': 'its SKU changed on one side',
  'sku-duplicated': 'its SKU is used more than once on one side',
  removed: 'it was removed on one side',
  untracked: 'inventory tracking was turned off on one side',
  separated: 'you keep the two separate',
  excluded: 'it is excluded from syncing',
  'pair-changed': 'the paired locations changed',
};

function describeSet(fact: Extract<HistoryFact, { kind: 'set' | 'undone' }>): string {
  const { shopify, square } = fact;
  const sides = [shopify === null ? '' : `Shopify ${formatDecimal(shopify)}`, square === null ? '' : `Square ${formatDecimal(square)}`];
  const before = sides.filter((side) => side !== '').join(', ');
  return `${describeTarget(fact)}${before === '' ? '' : ` (before: ${before})`}`;
}

function describeTarget(fact: Extract<HistoryFact, { kind: 'set' | 'undone' }>): string {
  if (fact.kind === 'set') return `Set to ${describeSides(sidesOfSet(fact))}`;
  const { shopifyTo, squareTo } = fact;
  return `Bulk change undone: ${describeSides({ shopify: shopifyTo, square: squareTo })}`;
}

function describeSides({ shopify, square }: Readonly<Record<Source, Quantity>>): string {
  return shopify === square ? formatDecimal(shopify) : `Shopify ${formatDecimal(shopify)}, Square ${formatDecimal(square)}`;
}

function describeLinked(fact: Extract<HistoryFact, { kind: 'linked' }>): string {
  const { shopify, square } = fact;
  const isUnequal = shopify !== null && square !== null && shopify !== square;
  return `Linked: ${numbers(fact)}.${changedMeanwhile(fact)}${isUnequal ? ` ${staysDifferent(fact)}` : ''}`;
}

/** A pair that was linked before may have changes on their way, which level the numbers or not. */
function staysDifferent({ shopifyBefore = null, squareBefore = null }: Extract<HistoryFact, { kind: 'linked' }>): string {
  const stay = 'hey stay different until you set the quantity.';
  return shopifyBefore === null && squareBefore === null ? `T${stay}` : `Apart from changes that are still on their way, t${stay}`;
}

function changedMeanwhile(fact: Extract<HistoryFact, { kind: 'linked' }>): string {
  const changes = SOURCES.flatMap((source) => {
    const before = (source === 'shopify' ? fact.shopifyBefore : fact.squareBefore) ?? null;
    const now = fact[source];
    return before === null || now === null || before === now ? [] : [`${sourceName(source)} ${signed(now - before)}`];
  });
  return changes.length === 0 ? '' : ` Changed while not linked: ${changes.join(', ')}.`;
}

function describeDifference({ shopify, square, holdMs }: Extract<HistoryFact, { kind: 'skus-differ' }>): string {
  const minutes = Math.max(1, Math.round(holdMs / 60_000));
  const time = minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return `SKUs differ: Shopify ${skuText(shopify)}, Square ${skuText(square)}. Stays linked for at least ${time}. Set the same SKU on both to keep the link.`;
}

function skuText(sku: string): string {
  return sku.trim() === '' ? 'has none' : `has ${sku}`;
}

function describeUnlinked(fact: Extract<HistoryFact, { kind: 'unlinked' }>): string {
  const known = fact.shopify === undefined && fact.square === undefined ? '' : ` ${numbers(fact)}.`;
  return `No longer linked: ${UNLINKED[fact.why]}.${known}${amounts('Still to be sent', fact.pending)}${amounts('Held', fact.held)}`;
}

function amounts(what: string, bySide: Partial<Record<Source, Quantity>> | undefined): string {
  const parts = SOURCES.flatMap((source) => {
    const amount = bySide?.[source] ?? 0;
    return amount === 0 ? [] : [`${signed(amount)} for ${sourceName(source)}`];
  });
  return parts.length === 0 ? '' : ` ${what}: ${parts.join(', ')}.`;
}

function numbers({ shopify = null, square = null }: { readonly shopify?: Quantity | null; readonly square?: Quantity | null }): string {
  const number = (quantity: Quantity | null): string => (quantity === null ? 'not counted' : formatDecimal(quantity));
  return `Shopify ${number(shopify)}, Square ${number(square)}`;
}
