import type { Instant } from '../instant';
import { SOURCES, sourceName, type Source } from '../source';

/** Operators have stopped all requests that change stock: of every account or of one, to both platforms or to one. */
export interface WritePause {
  /** Whom it concerns: every account, or this one alone. */
  readonly scope: 'all' | 'account';
  /** Null: both platforms. */
  readonly source: Source | null;
  /** The operator's shop domain. */
  readonly by: string;
  /** Why, in his words. */
  readonly reason: string;
  readonly since: Instant;
}

/** What decides whether an account's requests may change stock, as far as it is not the connection's matter. */
export interface WriteGate {
  /** False while the account is not entitled: changes are accounted on their side and passed to nobody. */
  readonly entitled: boolean;
  /** False while auto-sync is off: what is pending waits. */
  readonly autoSync: boolean;
  /** Pauses in force; absent: none. What is pending to a paused side waits. */
  readonly pauses?: readonly WritePause[];
}

/** One reason why nothing that changes stock may leave for a platform. */
export type WriteStop =
  | { readonly kind: 'not-entitled' }
  | { readonly kind: 'paused'; readonly pause: WritePause }
  | { readonly kind: 'auto-sync-off' }
  /** The platform's token is missing or refused, or no locations are paired. */
  | { readonly kind: 'not-connected' };

/**
 * Why nothing that changes stock may leave for a platform, the reason to name first standing first; empty: it may. The one
 * gate of all such requests, repeats included: whatever is to hold an account's writes is a reason here. Reads pass it by.
 */
export function writeStops(gate: WriteGate, source: Source, connected = true): readonly WriteStop[] {
  const stops: WriteStop[] = [];
  if (!gate.entitled) stops.push({ kind: 'not-entitled' });
  for (const pause of pausesOf(gate.pauses ?? [], source)) stops.push({ kind: 'paused', pause });
  if (!gate.autoSync) stops.push({ kind: 'auto-sync-off' });
  if (!connected) stops.push({ kind: 'not-connected' });
  return stops;
}

/** The pauses among these that stop writes to a platform. */
export function pausesOf(pauses: readonly WritePause[], source: Source): readonly WritePause[] {
  return pauses.filter((pause) => pause.source === null || pause.source === source);
}

/** The platforms whose last pause ends when `after` replaces `before`: what waits for them may be sent again. */
export function resumedSides(before: readonly WritePause[], after: readonly WritePause[]): readonly Source[] {
  return SOURCES.filter((source) => pausesOf(before, source).length > 0 && pausesOf(after, source).length === 0);
}

/** What is paused, for a person: "Changes to Shopify are paused by the operators of Shelfbridge (ops.myshopify.com): maintenance." */
export function describePause({ source, by, reason }: Pick<WritePause, 'source' | 'by' | 'reason'>): string {
  const where = source === null ? 'both platforms' : sourceName(source);
  return `Changes to ${where} are paused by the operators of Shelfbridge (${by}): ${reason}`;
}
