import type { InboundEvent, InboundOwner, Receipt } from '../../domain/inbound';
import type { Instant } from '../../domain/instant';
import { SOURCES, type Source } from '../../domain/source';
import type { Meta } from '../store/meta';

/**
 * How long after a platform's word that access was withdrawn its own answer is checked again, in ms. Such a webhook can arrive
 * while the token still works; neither platform documents how long that lasts.
 */
const CHECKS_MS = [60_000, 10 * 60_000, 60 * 60_000] as const;

/** How soon again when a check could not be put on the list of tasks, in ms. */
const AGAIN_MS = 30_000;

/** A verified webhook that says that access was withdrawn. */
export interface Revocation {
  readonly owner: InboundOwner;
  readonly event: InboundEvent;
  readonly receipt: Receipt;
}

interface Pending {
  readonly revocation: Revocation;
  readonly since: Instant;
  /** How many checks are on the list of tasks or done; all of them: kept so that the last check starts no new round. */
  readonly filed: number;
  readonly retryAt?: Instant;
}

/** Withdrawals that a platform's answer did not confirm yet. Stored: a kill loses none. */
export class RevocationChecks {
  readonly #meta: Meta;

  constructor(meta: Meta) {
    this.#meta = meta;
  }

  /** Checks this withdrawal again later. One that is being checked already, and its repeats, change nothing. */
  expect(revocation: Revocation, now: Instant): void {
    const { owner, receipt } = revocation;
    const pending = this.#read(owner.source);
    const underWay = pending !== null && pending.filed < CHECKS_MS.length;
    if (underWay || pending?.revocation.receipt.receivedAt === receipt.receivedAt) return;
    // The body names the shop's owner, and nothing in it is needed again.
    this.#write(owner.source, { revocation: { ...revocation, receipt: { ...receipt, payload: '' } }, since: now, filed: 0 });
  }

  /** The connection was made anew or has ended: what was said of the one before is settled. */
  settle(source: Source): void {
    if (this.#read(source) !== null) this.#meta.remove(nameOf(source));
  }

  /** When the next check is due; null when none is. */
  dueAt(): Instant | null {
    const times = SOURCES.map((source) => dueOf(this.#read(source))).filter((at) => at !== null);
    return times.length === 0 ? null : Math.min(...times);
  }

  /** The checks that are due, and what identifies each of them. */
  due(now: Instant): readonly { readonly source: Source; readonly id: string; readonly revocation: Revocation }[] {
    return SOURCES.flatMap((source) => {
      const pending = this.#read(source);
      const at = dueOf(pending);
      if (pending === null || at === null || at > now) return [];
      return [{ source, id: `${source}:${pending.since}:${pending.filed}`, revocation: pending.revocation }];
    });
  }

  /** A due check is on the list of tasks. */
  filed(source: Source): void {
    const pending = this.#read(source);
    if (pending === null) return;
    const { retryAt: _, ...rest } = pending;
    this.#write(source, { ...rest, filed: pending.filed + 1 });
  }

  /** The due checks could not be put on the list. */
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
