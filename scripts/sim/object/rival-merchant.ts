import type { Cloud } from './cloud';
import type { RivalShop } from './rival-shop';
import { ask } from './template';
import { STEPS } from './truth';

/** How the merchant's case of one variant ended. */
export interface Resolution {
  readonly sku: string;
  /** The number that was proposed, in whole units; null when there was none. */
  readonly proposed: number | null;
  /** Why there was none; '' with one. */
  readonly why: string;
}

/** While the account says that the app may still be at work, the merchant asks again after this, in ms, so many times. */
const AGAIN_MS = 20_000;
const TRIES = 6;

/** The merchant of a history with another app: looks at the case, and says that the app is off. */
export class RivalMerchant {
  readonly #cloud: Cloud;
  readonly #shop: RivalShop;
  /** Units of each variant at the start. */
  readonly #start: number;
  readonly #say: (line: string) => void;
  /** Everything that was wrong with what the account stated. */
  readonly problems: string[] = [];
  /** How often the account proposed a number. */
  proposals = 0;

  constructor(cloud: Cloud, shop: RivalShop, start: number, say: (line: string) => void) {
    this.#cloud = cloud;
    this.#shop = shop;
    this.#start = start;
    this.#say = say;
  }

  /** Returns the number that a variant should have, in whole units. */
  truth(sku: string): number {
    return this.#start + this.#shop.sum(sku);
  }

  /** Asks for the proposal of each listed case, and compares it with the truth. */
  async looks(): Promise<void> {
    const { cases } = await ask(this.#cloud, (account) => account.writerCases(50, null));
    for (const { id, sku } of cases) await this.#proposal(id, sku);
  }

  /** Says that the app of a variant's case is off: takes the number that is proposed, or counts. Returns null when no case is listed. */
  async reconciles(sku: string): Promise<Resolution | null> {
    const { cases } = await ask(this.#cloud, (account) => account.writerCases(50, null));
    const one = cases.find((each) => each.sku === sku);
    if (one === undefined) return null;
    let found = await this.#proposal(one.id, sku);
    for (let tries = 1; found.why === 'active' && tries < TRIES; tries += 1) {
      await this.#cloud.scheduler.runUntil(this.#cloud.scheduler.now + AGAIN_MS);
      found = await this.#proposal(one.id, sku);
    }
    const quantity = this.truth(sku);
    const answer = await ask(this.#cloud, (account) =>
      account.resolveWriterCase({ id: one.id, action: 'reconcile', quantity: quantity * STEPS, by: 'merchant' }),
    );
    if (!answer.ok) this.problems.push(`${sku} cannot be set to ${quantity}: ${answer.error.code}`);
    this.#say(`merchant: ${sku} is set to ${quantity}`);
    return { sku, ...found };
  }

  async #proposal(id: string, sku: string): Promise<Omit<Resolution, 'sku'>> {
    const before = this.truth(sku);
    const answer = await ask(this.#cloud, (account) => account.writerProposal(id));
    const after = this.truth(sku);
    if (!answer.ok) return { proposed: null, why: answer.error.code };
    const { quantity, why } = answer.value;
    const proposed = quantity === null ? null : quantity / STEPS;
    this.#say(`merchant: ${sku} is proposed as ${proposed ?? why}, right is ${after}`);
    if (proposed === null) return { proposed, why };
    this.proposals += 1;
    // A purchase amid the question may be in it or not.
    if (before === after && proposed !== after) this.problems.push(`${sku} is proposed as ${proposed}, but ${after} is right`);
    return { proposed, why };
  }
}
