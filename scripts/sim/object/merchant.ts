import type { World } from '../../../sandbox/world';
import type { Answer } from '../../../src/domain/result';
import type { AccountApi } from '../../../src/durable/api/account-api';
import type { Random } from '../random';
import { ACCOUNT_ID, type Cloud } from './cloud';
import { itemsOf, sameSku, setSku, type Item, type Platform } from './outside';
import type { Owner } from './scheduler';
import { stockKey, type Truth } from './truth';

/** How long a person waits before retrying what failed, in ms: first, at most, and how often. */
const AGAIN_MS = { first: 4_000, most: 30_000 } as const;
const TRIES = 100;

const again = (tries: number): number => Math.min(AGAIN_MS.most, AGAIN_MS.first * 1.25 ** tries);

/** What a method of the account object returns. */
type Returned<M extends keyof AccountApi> = Awaited<ReturnType<AccountApi[M]>>;

/** The methods that can refuse. */
type Refusing = { [M in keyof AccountApi]: Returned<M> extends Answer<unknown> ? M : never }[keyof AccountApi];

/** The merchant: acts on both platforms and in the app, and retries what fails. */
export class Merchant {
  readonly cloud: Cloud;
  readonly truth: Truth;
  readonly random: Random;
  readonly say: (line: string) => void;
  /** Stock ids whose stock outside changes may affect, as `platform:stock`. */
  readonly inPlay = new Set<string>();
  readonly #owner: Owner = { name: 'merchant', alive: true };
  /** The events that are still running. */
  readonly busy = new Set<string>();
  /** The events that failed, for the verdict. */
  readonly failures: string[] = [];

  constructor(cloud: Cloud, truth: Truth, random: Random, say: (line: string) => void) {
    this.cloud = cloud;
    this.truth = truth;
    this.random = random;
    this.say = say;
  }

  get now(): number {
    return this.cloud.scheduler.now;
  }

  /** Plans an event that takes time. */
  begin(at: number, name: string, work: () => Promise<void>): void {
    const key = `${name}@${at}`;
    this.busy.add(key);
    this.cloud.scheduler.plan(at, this.#owner, () => {
      this.say(`merchant begins ${name}`);
      work().then(
        () => this.busy.delete(key),
        (error: unknown) => {
          this.busy.delete(key);
          this.failures.push(`${name}: ${String(error)}`);
          this.say(`merchant failed at ${name}: ${error instanceof Error ? (error.stack ?? '') : String(error)}`);
        },
      );
    });
  }

  /** Waits `ms` of virtual time. */
  async sleep(ms: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, ms));
  }

  /** Waits a random time between two bounds, in ms. */
  async pause(least: number, most: number): Promise<void> {
    await this.sleep(this.random.between(least, most));
  }

  /** Runs an action on a platform, in a turn of the sandbox. */
  async outside<T>(work: (world: World) => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.cloud.outside(this.now, (world) => {
        try {
          const value = work(world);
          this.cloud.scheduler.plan(this.now, this.#owner, () => resolve(value));
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
    });
  }

  /** Calls the account object, and retries while it is unreachable. */
  async call<M extends keyof AccountApi>(method: M, ...given: Parameters<AccountApi[M]>): Promise<Returned<M>> {
    return this.callTimed(() => undefined, method, ...given);
  }

  /** As `call`; `begins` runs before each attempt. */
  async callTimed<M extends keyof AccountApi>(begins: () => void, method: M, ...given: Parameters<AccountApi[M]>): Promise<Returned<M>> {
    for (let tries = 1; ; tries += 1) {
      begins();
      try {
        const value = await this.cloud.account.call(method, given);
        this.say(`merchant: ${method} → ${JSON.stringify(value) ?? ''}`.slice(0, 200));
        return value as Returned<M>;
      } catch (error) {
        this.say(`merchant: ${method} failed: ${String(error)}`);
        if (tries >= TRIES) throw error;
        await this.sleep(again(tries));
      }
    }
  }

  /** Calls a method that can refuse until it succeeds; returns false when it never does. */
  async insist<M extends Refusing>(method: M, ...given: Parameters<AccountApi[M]>): Promise<boolean> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const { ok } = await this.call(method, ...given);
      if (ok) return true;
      await this.sleep(again(tries));
    }
    return false;
  }

  /** Returns a variant in play on this platform that has a counterpart with the same SKU; null when there is none. */
  async pick(platform: Platform): Promise<Item | null> {
    const draw = this.random.next();
    return this.outside((world) => {
      const items = itemsOf(world, platform).filter((item) => this.inPlay.has(stockKey(platform, item.stock)) && item.sku !== '');
      return items[Math.floor(draw * items.length)] ?? null;
    });
  }

  /** Returns a platform by chance. */
  side(): Platform {
    return this.random.chance(0.5) ? 'shopify' : 'square';
  }

  /** Returns a SKU that no variant has. */
  freshSku(): string {
    return `NEW-${this.random.between(100_000, 999_999)}`;
  }

  /** Gives a variant a SKU on its platform. Call it in a turn of the sandbox. */
  giveSku(world: World, item: Item, sku: string): void {
    setSku(world, item, sku);
    const key = stockKey(item.platform, item.stock);
    this.truth.skusGiven.set(key, new Set(this.truth.skusGiven.get(key)).add(sku));
  }

  /** Records an edit that may change links: of these variants and of all that have one of the SKUs. Call it in the edit's own turn. */
  edited(world: World, what: string, items: readonly Item[], skus: readonly string[]): void {
    const holders = (['shopify', 'square'] as const)
      .flatMap((platform) => itemsOf(world, platform))
      .filter(({ sku }) => skus.some((one) => sameSku(one, sku)));
    const stocks = [...new Set([...items, ...holders].map((item) => stockKey(item.platform, item.stock)))];
    this.truth.edits.push({ at: this.now, what, stocks });
    this.say(`outside: ${what} ${stocks.join(' ')}`);
  }

  /** Enqueues a background task, as the page's call does. */
  task(name: 'copy' | 'snapshot', source: Platform): void {
    this.cloud.enqueueTask(name, ACCOUNT_ID, source);
  }
}

/** A merchant's action other than selling. Resolves when it is over, and records its changes in the truth. */
export type MerchantEvent = (merchant: Merchant) => Promise<void>;
