import type { LevelReport } from '../inbound';
import type { Instant } from '../instant';
import type { Source } from '../source';
import { KEY_RETENTION_MS, QUARANTINE_MS } from './limits';
import type { RefusalReason, RefusedItem, WriteAnswer } from './write';

/**
 * One request and what is known of its attempts. The request is the unit of key and of ambiguity: its ops are settled
 * together or not at all. Held in memory; after a restart it is made again from the stored ops, as unanswered.
 */
export interface WriteAttempts {
  readonly key: string;
  readonly source: Source;
  readonly firstSent: Instant;
  /** Attempts whose answers we have lost, as far as we know. */
  readonly unanswered: number;
  /** When the last of those was sent. */
  readonly lastUnanswered: Instant | null;
  /** Attempts in a row without a settlement; the backoff's exponent. */
  readonly attempts: number;
}

/** A flight about to be sent for the first time. */
export function firstAttempt(source: Source, key: string, now: Instant): WriteAttempts {
  return { key, source, firstSent: now, unanswered: 0, lastUnanswered: null, attempts: 0 };
}

/**
 * A flight found in storage after a restart: nobody knows whether it took effect. Its last attempt may have left just
 * before the end, so the quarantine counts from now.
 */
export function recoveredAttempt(source: Source, key: string, firstSent: Instant, now: Instant): WriteAttempts {
  return { key, source, firstSent, unanswered: 1, lastUnanswered: now, attempts: 1 };
}

/** What happens to one op of a flight. */
export type Verdict =
  /** It took effect. `level` is what the answer says of the item, null where it says nothing. */
  | { readonly kind: 'applied'; readonly level: LevelReport | null }
  /** It had no effect: it is owed again. `read` when the level must be read before planning anew. */
  | { readonly kind: 'returned'; readonly read: boolean }
  /** It had no effect and the platform refuses this item. */
  | { readonly kind: 'blocked'; readonly reason: RefusalReason };

/** What is to be done with a flight after an answer. */
export type Judgement =
  /** The same key and bytes again, no sooner than `afterMs` from now (a pause the caller lengthens with its backoff). */
  | { readonly kind: 'again'; readonly flight: WriteAttempts; readonly afterMs: number }
  /** Settled: `verdicts[i]` for the op at index i. `pauseMs` before the platform is asked for anything else. */
  | { readonly kind: 'settled'; readonly verdicts: readonly Verdict[]; readonly pauseMs: number }
  /** Repeats can no longer tell: look the reference up, else freeze. */
  | { readonly kind: 'look-up' }
  /** Our own bug: freeze and alert. */
  | { readonly kind: 'freeze' };

/** Judges an answer to an attempt that was sent at `sentAt`, in a flight of `count` ops. */
export function judge(flight: WriteAttempts, answer: WriteAnswer, count: number, sentAt: Instant): Judgement {
  switch (answer.kind) {
    case 'applied':
      return settled(each(count, (index) => ({ kind: 'applied', level: answer.levels[index] ?? null })));
    case 'ambiguous':
      return again({ ...flight, unanswered: flight.unanswered + 1, lastUnanswered: sentAt, attempts: flight.attempts + 1 }, 0);
    case 'throttled':
      if (flight.unanswered > 0) return again({ ...flight, attempts: flight.attempts + 1 }, answer.afterMs);
      return settled(returned(count), answer.afterMs);
    case 'unauthorised':
      if (flight.unanswered > 0) return again({ ...flight, attempts: flight.attempts + 1 }, 0);
      return settled(returned(count));
    case 'early':
      // The same bytes are in time before long; what is planned anew states an earlier time.
      if (flight.unanswered > 0) return again({ ...flight, attempts: flight.attempts + 1 }, answer.aheadMs);
      return settled(returned(count));
    case 'dead-key':
      return settled(returned(count, true));
    case 'key-mismatch':
      return { kind: 'freeze' };
    case 'refused':
      return judgeRefusal(flight, answer.items, count, sentAt);
  }
}

/** Whether a flight is too old for the platform to be sure to remember its key. */
export function outlivesKey(flight: WriteAttempts, now: Instant): boolean {
  return flight.unanswered > 0 && now - flight.firstSent > KEY_RETENTION_MS[flight.source] / 2;
}

/** From when on (ms) no lost attempt of a flight can still be on its way: a repeat, or a look-up, tells the truth only then. */
export function certainFrom(flight: WriteAttempts): Instant {
  return (flight.lastUnanswered ?? flight.firstSent) + QUARANTINE_MS;
}

function judgeRefusal(flight: WriteAttempts, items: readonly RefusedItem[], count: number, sentAt: Instant): Judgement {
  if (flight.unanswered === 0) return settled(refusals(items, count));
  const staleAlone = items.every((item) => item.reason === 'stale');
  if (!staleAlone) return { kind: 'look-up' };
  // Stale may mean that a lost attempt is still on its way, or that it came first. Only a repeat that was sent when no
  // attempt could be under way any more tells the truth: had one taken effect, the key would have answered.
  const from = certainFrom(flight);
  if (sentAt >= from) return settled(refusals(items, count));
  return again({ ...flight, attempts: flight.attempts + 1 }, from - sentAt);
}

/** A refused request had no effect at all: the refused items say why, the others are owed again. */
function refusals(items: readonly RefusedItem[], count: number): Verdict[] {
  const whole = items.find((item) => item.index === null);
  return each(count, (index) => {
    const reason = items.find((item) => item.index === index)?.reason ?? whole?.reason;
    if (reason === undefined) return { kind: 'returned', read: false };
    return reason === 'stale' ? { kind: 'returned', read: true } : { kind: 'blocked', reason };
  });
}

function returned(count: number, read = false): Verdict[] {
  return each(count, () => ({ kind: 'returned', read }));
}

function each(count: number, verdict: (index: number) => Verdict): Verdict[] {
  return Array.from({ length: count }, (_, index) => verdict(index));
}

function again(flight: WriteAttempts, afterMs: number): Judgement {
  return { kind: 'again', flight, afterMs };
}

function settled(verdicts: readonly Verdict[], pauseMs = 0): Judgement {
  return { kind: 'settled', verdicts, pauseMs };
}
