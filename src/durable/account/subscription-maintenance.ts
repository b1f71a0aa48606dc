import type { Instant } from '../../domain/instant';
import { describeFailure, type PlatformFailure } from '../../platforms/failure';
import { repairWebhooks, WANTED_WEBHOOKS } from '../../platforms/shopify/webhooks';
import type { Meta } from '../store/meta';
import type { Calls } from './calls';

/** How soon again after a check that failed, in ms: in general, and while all writes wait for it. */
const CHECK_AGAIN_MS = 60_000;
const RETURN_AGAIN_MS = 5_000;

interface Upkept {
  /** Whether all wanted subscriptions were there, or were made, at the last check. */
  readonly present: boolean;
  readonly checkedAt: Instant;
  /** What was wanted then: another release may want other topics, or payloads cut otherwise. */
  readonly wanted?: string;
}

const WANTED = JSON.stringify(WANTED_WEBHOOKS);

/** Keeps a connected shop's webhook subscriptions as wanted. */
export class SubscriptionMaintenance {
  readonly #meta: Meta;
  readonly #calls: Calls;
  /** Where the product's own subscriptions send to. */
  readonly uri: string;
  readonly #everyMs: number;
  readonly #note: (level: 'info' | 'warn', message: string) => void;
  readonly #onRepair: () => void;
  #hurried = false;
  /** The number of the connection that was just made, until its shop's subscriptions have been listed; null otherwise. */
  #returned: number | null;
  #triedAt: Instant | null = null;
  #failure: PlatformFailure | null = null;
  #upkept: Upkept | null;

  /** `onRepair`: subscriptions that had been there were gone, so webhooks may have been lost. */
  constructor(given: {
    meta: Meta;
    calls: Calls;
    uri: string;
    everyMs: number;
    note: (level: 'info' | 'warn', message: string) => void;
    onRepair: () => void;
  }) {
    this.#meta = given.meta;
    this.#calls = given.calls;
    this.uri = given.uri;
    this.#everyMs = given.everyMs;
    this.#note = given.note;
    this.#onRepair = given.onRepair;
    this.#upkept = given.meta.read<Upkept>('webhooks');
    this.#returned = given.meta.read<number>('returned');
  }

  /**
   * The shop has been connected, under a connection of this number. Shopify takes all subscriptions away with the app, so whether it
   * was removed and installed again meanwhile shows in them: until they have been listed, nobody knows.
   */
  returned(connection: number): void {
    this.#returned = connection;
    this.#triedAt = null;
    this.#meta.write('returned', connection);
  }

  /** Whether it is not known yet if the app was installed again. Outlives a kill. */
  get undecided(): boolean {
    return this.#returned !== null;
  }

  /** True when all subscriptions were present when last checked. */
  present(): boolean {
    return this.#upkept?.present === true;
  }

  /** When the next check is due; at once when none was made. */
  dueAt(): Instant {
    if (this.#returned !== null) return this.#triedAt === null ? 0 : this.#triedAt + RETURN_AGAIN_MS;
    if (this.#upkept === null || this.#hurried || (this.#upkept.present && this.#upkept.wanted !== WANTED)) return 0;
    return this.#upkept.checkedAt + (this.#upkept.present ? this.#everyMs : CHECK_AGAIN_MS);
  }

  /**
   * Compares and repairs. Safe to repeat; a failure is noted and tried again within a minute. For a shop that was just connected,
   * `decided` is told whether not one subscription was there, before any is made: then the app is newly installed, or was removed and
   * installed again.
   */
  async check(now: Instant, decided: (isReinstalled: boolean) => void): Promise<void> {
    const before = this.#upkept;
    const connection = this.#returned;
    this.#triedAt = now;
    const repaired = await this.#calls.shopify((client) =>
      repairWebhooks(client, this.uri, this.#kept(), (count) => {
        if (connection === null || this.#returned !== connection) return;
        this.#decide();
        decided(count === 0);
      }),
    );
    this.#failure = repaired.ok ? null : repaired.error;
    this.#hurried = false;
    if (!repaired.ok) {
      this.#note('warn', `webhook subscriptions could not be checked: ${describeFailure(repaired.error)}`);
    } else if (repaired.value.created.length > 0) {
      this.#note(before === null ? 'info' : 'warn', `webhook subscriptions made: ${repaired.value.created.join(', ')}`);
      if (before !== null) this.#onRepair();
    }
    if (repaired.ok && repaired.value.recut.length > 0)
      this.#note('info', `webhook subscriptions cut anew: ${repaired.value.recut.join(', ')}`);
    this.#store({ present: repaired.ok, checkedAt: now, wanted: WANTED });
  }

  /** Something suggests that webhooks are missing: check at the next occasion. */
  hurry(): void {
    this.#hurried = true;
  }

  /** Why the last check did not succeed; null when it did. */
  get failure(): PlatformFailure | null {
    return this.#failure;
  }

  /** A subscription of ours was taken away: until the next check, soon, none may be counted on. */
  missed(now: Instant): void {
    this.#store({ present: false, checkedAt: now, wanted: WANTED });
  }

  /** An operator made a subscription to our own address, or ended it: checks leave it alone. */
  keep(topic: string, there: boolean): void {
    const others = this.#kept().filter((kept) => kept !== topic);
    this.#meta.write('webhooks-kept', there ? [...others, topic] : others);
  }

  #kept(): readonly string[] {
    return this.#meta.read<readonly string[]>('webhooks-kept') ?? [];
  }

  /** The connection is gone, and the subscriptions with it. */
  forget(): void {
    this.#decide();
    this.#upkept = null;
    this.#meta.remove('webhooks');
    this.#meta.remove('webhooks-kept');
  }

  #decide(): void {
    this.#returned = null;
    this.#meta.remove('returned');
  }

  #store(next: Upkept): void {
    this.#upkept = next;
    this.#meta.write('webhooks', next);
  }
}
