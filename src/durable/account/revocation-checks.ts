import type { InboundEvent, InboundOwner, Receipt } from '../../domain/inbound';
import type { Instant } from '../../domain/instant';
import { SOURCES, type Source } from '../../domain/source';
import type { Meta } from '../store/meta';

/**
 * Delays after a platform reports that access was withdrawn until we check with a call of our own, in ms. Such a webhook can arrive while
 * the token still works; neither platform documents for how long.
 */
const CHECKS_MS = [60_000, 10 * 60_000, 60 * 60_000] as const;

/** Delay before a retry when a check could not be queued as a task, in ms. */
const AGAIN_MS = 30_000;

/** A verified webhook that reports that access was withdrawn. */
export interface Revocation {
  readonly owner: InboundOwner;
  readonly event: InboundEvent;
  readonly receipt: Receipt;
}

interface Pending {
  readonly revocation: Revocation;
  readonly since: Instant;
  /** Number of checks that are queued or done. Kept after all are done, so that the last check starts no new round. */
  readonly filed: number;
  readonly retryAt?: Instant;
}

/** Withdrawals that a platform's answer has not confirmed yet. Stored, so a kill loses none. */
export class RevocationChecks {
  readonly #meta: Meta;

  constructor(meta: Meta) {
    this.#meta = meta;
  }

  /** Schedules later checks of this withdrawal. Repeats, and a withdrawal that is already being checked, change nothing. */
  expect(revocation: Revocation, now: Instant): void {
    const { owner, receipt } = revocation;
    const pending = this.#read(owner.source);
    const underWay = pending !== null && pending.filed < CHECKS_MS.length;
    if (underWay || pending?.revocation.receipt.receivedAt === receipt.receivedAt) return;
    // The body names the shop's owner and is not needed again.
    this.#write(owner.source, { revocation: { ...revocation, receipt: { ...receipt, payload: '' } }, since: now, filed: 0 });
  }

  /** Drops the pending checks: the connection was made again or has ended. */
  settle(source: Source): void {
    if (this.#read(source) !== null) this.#meta.remove(nameOf(source));
  }

  /** Returns when the next check is due; null when none is. */
  dueAt(): Instant | null {
    const times = SOURCES.map((source) => dueOf(this.#read(source))).filter((at) => at !== null);
    return times.length === 0 ? null : Math.min(...times);
  }

  /** Returns the due checks with their IDs. */
  due(now: Instant): readonly { readonly source: Source; readonly id: string; readonly revocation: Revocation }[] {
    return SOURCES.flatMap((source) => {
      const pending = this.#read(source);
      const at = dueOf(pending);
      if (pending === null || at === null || at > now) return [];
      return [{ source, id: `${source}:${pending.since}:${pending.filed}`, revocation: pending.revocation }];
    });
  }

  /** Records that a due check is queued as a task. */
  filed(source: Source): void {
    const pending = this.#read(source);
    if (pending === null) return;
    const { retryAt: _, ...rest } = pending;
    this.#write(source, { ...rest, filed: pending.filed + 1 });
  }

  /** Postpones the due checks, which could not be queued. */
  postpone(now: Instant): void {
    for (const { source } of this.due(now)) {
      const pending = this.#read(source);
      if (pending !== null) this.#write(source, { ...pending, retryAt: now + AGAIN_MS });
    }
  }

  #read(source: Source): Pending | null {
    return this.#meta.read<Pending>(nameOf(source));
  }

  #write(source: Source, pending: Pending): void {
    this.#meta.write(nameOf(source), pending);
  }
}

const nameOf = (source: Source): string => `revocation-${source}`;

function dueOf(pending: Pending | null): Instant | null {
  const afterMs = pending === null ? undefined : CHECKS_MS[pending.filed];
  return pending === null || afterMs === undefined ? null : Math.max(pending.since + afterMs, pending.retryAt ?? 0);
}
