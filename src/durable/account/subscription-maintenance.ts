import type { Instant } from '../../domain/instant';
import { describeFailure, type PlatformFailure } from '../../platforms/failure';
import { repairWebhooks, WANTED_WEBHOOKS } from '../../platforms/shopify/webhooks';
import type { Meta } from '../store/meta';
import type { Calls } from './calls';

/** Delay before a failed check is retried, in ms: in general, and while all writes wait for it. */
const CHECK_AGAIN_MS = 60_000;
const RETURN_AGAIN_MS = 5_000;

/**
 * For how long after a reinstallation a shop that still has no subscription counts as the same installation, in ms: the first attempts to
 * create them may all fail, and each further sign-in would drop once more what the account has read since.
 */
const ONE_INSTALLATION_MS = 3_600_000;

interface Upkept {
  /** Whether all wanted subscriptions existed, or were created, at the last check. */
  readonly present: boolean;
  readonly checkedAt: Instant;
  /** The subscriptions wanted at that check: another release may want other topics or other payload fields. */
  readonly wanted?: string;
}

const WANTED = JSON.stringify(WANTED_WEBHOOKS);

/** Keeps a connected shop's webhook subscriptions as wanted. */
export class SubscriptionMaintenance {
  readonly #meta: Meta;
  readonly #calls: Calls;
  /** Address that the product's own subscriptions send to. */
  readonly uri: string;
  readonly #everyMs: number;
  readonly #note: (level: 'info' | 'warn', message: string) => void;
  readonly #onRepair: () => void;
  #hurried = false;
  /** Number of a new connection until its shop's subscriptions have been listed; null otherwise. */
  #returned: number | null;
  #triedAt: Instant | null = null;
  #failure: PlatformFailure | null = null;
  #upkept: Upkept | null;

  /** `onRepair` runs when subscriptions that had existed were missing, so webhooks may have been lost. */
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
   * Records that the shop was connected under a connection of this number. Shopify deletes all subscriptions with the app, so listing them
   * shows whether the app was removed and installed again; until then this is undecided.
   */
  returned(connection: number): void {
    this.#returned = connection;
    this.#triedAt = null;
    this.#meta.write('returned', connection);
  }

  /** Whether it is still undecided if the app was reinstalled. Stored, so it survives a kill. */
  get undecided(): boolean {
    return this.#returned !== null;
  }

  /** Returns whether all subscriptions were present at the last check. */
  present(): boolean {
    return this.#upkept?.present === true;
  }

  /** Returns when the next check is due; at once when none was made. */
  dueAt(): Instant {
    if (this.#returned !== null) return this.#triedAt === null ? 0 : this.#triedAt + RETURN_AGAIN_MS;
    if (this.#upkept === null || this.#hurried || (this.#upkept.present && this.#upkept.wanted !== WANTED)) return 0;
    return this.#upkept.checkedAt + (this.#upkept.present ? this.#everyMs : CHECK_AGAIN_MS);
  }

  /**
   * Compares and repairs the subscriptions. Safe to repeat; a failure is noted and retried within a minute. For a newly connected shop, it
   * calls `decided` before it creates any: true when there was no subscription at all, which means that the app is newly installed, or was
   * removed and installed again. An installation for which that was decided lately and that has had none since is not decided twice.
   */
  async check(now: Instant, decided: (isReinstalled: boolean) => void): Promise<void> {
    const before = this.#upkept;
    const connection = this.#returned;
    this.#triedAt = now;
    const repaired = await this.#calls.shopify((client) =>
      repairWebhooks(client, this.uri, this.#kept(), (count) => {
        if (count > 0) this.#meta.remove('installed');
        if (connection === null || this.#returned !== connection) return;
        this.#decide();
        const isReinstalled = count === 0 && !this.#isNewInstallation(now);
        if (isReinstalled) this.#meta.write('installed', now);
        decided(isReinstalled);
      }),
    );
    this.#failure = repaired.ok ? null : repaired.error;
    this.#hurried = false;
    if (repaired.ok) this.#meta.remove('installed');
    if (!repaired.ok) {
      this.#note('warn', `webhook subscriptions could not be checked: ${describeFailure(repaired.error)}`);
    } else if (repaired.value.created.length > 0) {
      this.#note(before === null ? 'info' : 'warn', `webhook subscriptions made: ${repaired.value.created.join(', ')}`);
      if (before !== null) this.#onRepair();
    }
    if (repaired.ok && repaired.value.recut.length > 0)
      this.#note('info', `webhook subscriptions created again: ${repaired.value.recut.join(', ')}`);
    this.#store({ present: repaired.ok, checkedAt: now, wanted: WANTED });
  }

  /** Schedules a check at the next alarm, because webhooks may be missing. */
  hurry(): void {
    this.#hurried = true;
  }

  /** Why the last check failed; null when it succeeded. */
  get failure(): PlatformFailure | null {
    return this.#failure;
  }

  /** Records that one of our subscriptions was removed: until the next check, soon, none counts as present. */
  missed(now: Instant): void {
    this.#store({ present: false, checkedAt: now, wanted: WANTED });
  }

  /** Records whether an operator keeps a subscription of this topic to our own address: checks leave kept ones alone. */
  keep(topic: string, there: boolean): void {
    const others = this.#kept().filter((kept) => kept !== topic);
    this.#meta.write('webhooks-kept', there ? [...others, topic] : others);
  }

  #kept(): readonly string[] {
    return this.#meta.read<readonly string[]>('webhooks-kept') ?? [];
  }

  /** Forgets the subscriptions, which ended with the connection. */
  forget(): void {
    this.#decide();
    this.#upkept = null;
    this.#meta.remove('webhooks');
    this.#meta.remove('webhooks-kept');
    this.#meta.remove('installed');
  }

  #isNewInstallation(now: Instant): boolean {
    const installed = this.#meta.read<Instant>('installed');
    return installed !== null && now - installed < ONE_INSTALLATION_MS;
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
