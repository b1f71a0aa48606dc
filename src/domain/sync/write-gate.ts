import type { Instant } from '../instant';
import { SOURCES, sourceName, type Source } from '../source';

/** A pause by operators of all requests that change stock: for every account or one, to both platforms or one. */
export interface WritePause {
  /** Whether it applies to every account, or to this one only. */
  readonly scope: 'all' | 'account';
  /** Null: both platforms. */
  readonly source: Source | null;
  /** The operator's shop domain. */
  readonly by: string;
  /** The operator's reason, verbatim. */
  readonly reason: string;
  readonly since: Instant;
}

/** What decides whether an account's requests may change stock, apart from the connection. */
export interface WriteGate {
  /** False while the account is not entitled: changes are accounted on their side and not passed on. */
  readonly entitled: boolean;
  /** True until the merchant starts syncing: changes are accounted on their side and not passed on. Absent: false. */
  readonly watching?: boolean;
  /** False while auto-sync is off: pending changes wait. */
  readonly autoSync: boolean;
  /** Pauses in force; absent: none. Changes pending to a paused side wait. */
  readonly pauses?: readonly WritePause[];
  /** True while another app is proven to copy changes of several variants. Pending changes wait. Absent: false. */
  readonly otherWriter?: boolean;
}

/** One reason why nothing that changes stock may be sent to a platform. */
export type WriteStop =
  | { readonly kind: 'not-entitled' }
  | { readonly kind: 'watching' }
  | { readonly kind: 'paused'; readonly pause: WritePause }
  | { readonly kind: 'auto-sync-off' }
  /** Another app copies the changes of several variants. */
  | { readonly kind: 'another-writer' }
  /** The platform's token is missing or refused, or no locations are paired. */
  | { readonly kind: 'not-connected' };

/**
 * Returns why nothing that changes stock may be sent to a platform, the most important reason first; empty when it may.
 * All such requests, repeats included, pass this one gate: every reason to hold an account's writes is here. Reads are
 * not affected.
 */
export function writeStops(gate: WriteGate, source: Source, connected = true): readonly WriteStop[] {
  const stops: WriteStop[] = [];
  if (!gate.entitled) stops.push({ kind: 'not-entitled' });
  if (gate.watching === true) stops.push({ kind: 'watching' });
  for (const pause of pausesOf(gate.pauses ?? [], source)) stops.push({ kind: 'paused', pause });
  if (!gate.autoSync) stops.push({ kind: 'auto-sync-off' });
  if (gate.otherWriter === true) stops.push({ kind: 'another-writer' });
  if (!connected) stops.push({ kind: 'not-connected' });
  return stops;
}

/** Returns the pauses that stop writes to a platform. */
export function pausesOf(pauses: readonly WritePause[], source: Source): readonly WritePause[] {
  return pauses.filter((pause) => pause.source === null || pause.source === source);
}

/** Returns the platforms whose last pause ends when `after` replaces `before`: changes that wait for them may be sent again. */
export function resumedSides(before: readonly WritePause[], after: readonly WritePause[]): readonly Source[] {
  return SOURCES.filter((source) => pausesOf(before, source).length > 0 && pausesOf(after, source).length === 0);
}

/**
 * Describes a pause to a person: "Changes to Shopify are paused by the operators of Shelfbridge (ops.myshopify.com):
 * maintenance."
 */
export function describePause({ source, by, reason }: Pick<WritePause, 'source' | 'by' | 'reason'>): string {
  const where = source === null ? 'both platforms' : sourceName(source);
  return `Changes to ${where} are paused by the operators of Shelfbridge (${by}): ${reason}`;
}
