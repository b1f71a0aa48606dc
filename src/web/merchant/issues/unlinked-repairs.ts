import { SOURCES, otherSource, sourceName, type Source } from '../../../domain/source';
import type { UnlinkedPair, UnlinkedVariant } from '../../../gen/sh/issues_pb';
import { issuesText } from './issues.text';

const text = issuesText.unlinked;

/** What makes a pair sync again. */
export type Repair =
  /** Both variants get the SKU that this platform has. */
  | { readonly kind: 'sku'; readonly source: Source; readonly sku: string }
  /** The platform starts to track its variant again. */
  | { readonly kind: 'track'; readonly source: Source }
  /** The variant that is left is copied to the other platform again. */
  | { readonly kind: 'copy'; readonly from: Source };

const sideOf = (pair: UnlinkedPair, source: Source): UnlinkedVariant | undefined => pair[source];

/**
 * Returns what repairs a pair, the likeliest first; none where one of its variants has another partner by now, which only the merchant
 * can sort out.
 */
export function repairsOf(pair: UnlinkedPair): readonly Repair[] {
  const [waiting, gone] = [sidesIn(pair, 'waiting'), sidesIn(pair, 'gone')];
  const [left] = waiting;
  if (gone.length === 1 && waiting.length === 1 && left !== undefined)
    return sideOf(pair, left)?.variant?.sku === '' ? [] : [{ kind: 'copy', from: left }];
  if (waiting.length < SOURCES.length) return [];
  const untracked = waiting.filter((source) => sideOf(pair, source)?.variant?.inventoryTracked === false);
  if (untracked.length > 0) return untracked.map((source) => ({ kind: 'track', source }));
  const repairs = waiting.map((source) => ({ kind: 'sku', source, sku: sideOf(pair, source)?.variant?.sku ?? '' }) as const);
  return repairs.filter(({ sku }, at) => sku !== '' && repairs.findIndex((one) => one.sku === sku) === at);
}

function sidesIn(pair: UnlinkedPair, state: string): Source[] {
  return SOURCES.filter((source) => sideOf(pair, source)?.state === state);
}

/** Returns what a repair's button says. */
export function repairLabel(repair: Repair): string {
  switch (repair.kind) {
    case 'sku':
      return text.useSku(sourceName(repair.source));
    case 'track':
      return text.track(sourceName(repair.source));
    case 'copy':
      return text.copy(sourceName(otherSource(repair.from)));
  }
}
