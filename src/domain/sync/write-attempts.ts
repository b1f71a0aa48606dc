import type { LevelReport } from '../inbound';
import type { Instant } from '../instant';
import type { Source } from '../source';
import { COPY_LATE_MS, KEY_RETENTION_MS, MANY_FAILURES, QUARANTINE_MS } from './limits';
import type { RefusalReason, RefusedItem, WriteAnswer } from './write';

/**
 * One request and what is known about its attempts. The request is the unit of key and of ambiguity: its ops are
 * settled together or not at all. Held in memory; after a restart it is rebuilt from the stored ops, as unanswered.
 */
export interface WriteAttempts {
  readonly key: string;
  readonly source: Source;
  readonly firstSent: Instant;
  /** When the last attempt was sent, answered or not; null before the first. */
  readonly lastSent: Instant | null;
  /** Attempts that had no known answer. */
  readonly unanswered: number;
  /** Attempts in a row without a settlement; the backoff's exponent. */
  readonly attempts: number;
  /** Attempts in a row that had no answer. */
  readonly failures: number;
  /** Look-ups that could not decide the outcome. */
  readonly undecided: number;
  /** The items that the last answer refused; null when it refused none. */
  readonly refused: readonly RefusedItem[] | null;
}

/** Creates the attempts of a request about to be sent for the first time. */
export function firstAttempt(source: Source, key: string, now: Instant): WriteAttempts {
  return { key, source, firstSent: now, lastSent: null, unanswered: 0, attempts: 0, failures: 0, undecided: 0, refused: null };
}

/**
 * Creates the attempts of a request found in storage after a restart, which may or may not have taken effect. Its last
 * attempt may have been sent just before the end, so the quarantine counts from now.
 */
export function recoveredAttempt(source: Source, key: string, firstSent: Instant, now: Instant): WriteAttempts {
  return { key, source, firstSent, lastSent: now, unanswered: 1, attempts: 1, failures: 0, undecided: 0, refused: null };
}

/** The outcome of one op of a request. */
export type Verdict =
  /** It took effect. `level` is what the answer states for the item, null where it states nothing. */
  | { readonly kind: 'applied'; readonly level: LevelReport | null }
  /**
   * It had no effect: it is pending again. `read` when the level must be read before planning again; `stale` when the platform has found
   * that it no longer has the quantity that the op started from.
   */
  | { readonly kind: 'returned'; readonly read: boolean; readonly stale?: true }
  /** It had no effect and the platform refuses this item. */
  | { readonly kind: 'blocked'; readonly reason: RefusalReason };

/** What to do with a request after an answer. */
export type Judgement =
  /**
   * Send the same key and bytes again, no sooner than `afterMs` from now (a pause that the caller lengthens with its
   * backoff).
   */
  | { readonly kind: 'again'; readonly attempts: WriteAttempts; readonly afterMs: number }
  /** Settled: `verdicts[i]` for the op at index i. `split` when the refusal named no item: halves are tried next. */
  | { readonly kind: 'settled'; readonly verdicts: readonly Verdict[]; readonly split: boolean }
  /** Repeats do not settle it: look up the changes once the quarantine is over. */
  | { readonly kind: 'look-up'; readonly attempts: WriteAttempts }
  /** Our own bug: mark the levels indeterminate and alert. */
  | { readonly kind: 'indeterminate' };

/** Judges the answer to an attempt that was sent at `sentAt`, in a request of `count` ops. */
export function judge(before: WriteAttempts, answer: WriteAnswer, count: number, sentAt: Instant): Judgement {
  const after: WriteAttempts = { ...before, lastSent: sentAt, attempts: before.attempts + 1, refused: null };
  switch (answer.kind) {
    case 'applied':
      return settled(each(count, (index) => ({ kind: 'applied', level: answer.levels[index] ?? null })));
    case 'ambiguous': {
      const attempts = { ...after, unanswered: before.unanswered + 1, failures: before.failures + 1 };
      return attempts.failures % MANY_FAILURES === 0 ? { kind: 'look-up', attempts } : again(attempts, 0);
    }
    // Keep the key: a copy of the request may still be on the wire, and only the same key prevents a second effect.
    case 'throttled':
      return again(after, answer.afterMs);
    case 'unauthorized':
      return again(after, 0);
    case 'stopped':
      // If no attempt was ever sent, there is nothing to repeat: the changes are pending again.
      return before.lastSent === null ? settled(each(count, () => ({ kind: 'returned', read: false }))) : again(before, 0);
    case 'early':
      // A copy that is still on the wire would be early as well: the newly planned request states an earlier time.
      if (before.unanswered === 0 && answer.aheadMs > COPY_LATE_MS) return settled(each(count, () => ({ kind: 'returned', read: false })));
      return again(after, answer.aheadMs);
    case 'dead-key':
      return settled(returnedAll(count));
    case 'key-mismatch':
      return { kind: 'indeterminate' };
    case 'refused':
      return judgeRefusal(before, { ...after, failures: 0, refused: answer.items }, answer.items, count, sentAt);
  }
}

/** Returns whether a request is so old that the platform may have forgotten its key. */
export function outlivesKey(attempts: WriteAttempts, now: Instant): boolean {
  return now >= outlivesKeyFrom(attempts);
}

/**
 * Returns the moment (ms) from which `outlivesKey` holds: half of the platform's key retention has passed. Infinity
 * before the first attempt.
 */
export function outlivesKeyFrom({ source, firstSent, lastSent }: WriteAttempts): Instant {
  return lastSent === null ? Infinity : firstSent + KEY_RETENTION_MS[source] / 2 + 1;
}

/**
 * Returns the moment (ms) from which no attempt of a request can be in flight: only then does a repeat or a look-up
 * give the true outcome.
 */
export function certainFrom(attempts: WriteAttempts): Instant {
  return (attempts.lastSent ?? attempts.firstSent) + QUARANTINE_MS;
}

/** Returns verdicts that none of the changes happened. */
export function returnedAll(count: number): Verdict[] {
  return each(count, () => ({ kind: 'returned', read: true }));
}

/** Returns verdicts that all of the changes happened, with unknown levels. */
export function appliedAll(count: number): Verdict[] {
  return each(count, () => ({ kind: 'applied', level: null }));
}

/**
 * Shopify remembers a refused key as failed (IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED), so a refusal that names its items is
 * final if every attempt was answered. Otherwise an attempt, or a copy of one, may still be in flight. The same key
 * sent once more, when nothing can be in flight, decides: if an attempt had taken effect, the key would have answered
 * so. Square documents nothing similar, but its log can be searched for our reference: it is looked up when nothing can
 * be in flight anymore.
 */
function judgeRefusal(
  before: WriteAttempts,
  after: WriteAttempts,
  items: readonly RefusedItem[],
  count: number,
  sentAt: Instant,
): Judgement {
  if (before.source === 'square') return { kind: 'look-up', attempts: after };
  const named = count === 1 || items.every((item) => item.index !== null);
  const proven = (named && before.unanswered === 0) || (before.lastSent !== null && sentAt >= certainFrom(before));
  return proven ? settledRefusal(items, count) : again(after, QUARANTINE_MS);
}

/** Settles a final refusal: the named items are blocked, the others pending again; without names the request is split. */
export function settledRefusal(items: readonly RefusedItem[], count: number): Judgement & { kind: 'settled' } {
  const named = count === 1 || items.every((item) => item.index !== null);
  return named ? settled(refusals(items, count)) : { kind: 'settled', verdicts: returnedAll(count), split: true };
}

/** Returns the verdicts of a refused request, which had no effect at all: named items are blocked, the others pending again. */
function refusals(items: readonly RefusedItem[], count: number): Verdict[] {
  const whole = items.find((item) => item.index === null);
  return each(count, (index) => {
    const reason = items.find((item) => item.index === index)?.reason ?? whole?.reason;
    if (reason === undefined) return { kind: 'returned', read: false };
    return reason === 'stale' ? { kind: 'returned', read: true, stale: true } : { kind: 'blocked', reason };
  });
}

function each(count: number, verdict: (index: number) => Verdict): Verdict[] {
  return Array.from({ length: count }, (_, index) => verdict(index));
}

function again(attempts: WriteAttempts, afterMs: number): Judgement {
  return { kind: 'again', attempts, afterMs };
}

function settled(verdicts: readonly Verdict[]): Judgement & { kind: 'settled' } {
  return { kind: 'settled', verdicts, split: false };
}
