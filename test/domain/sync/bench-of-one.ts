import { SimPlatform } from '../../../scripts/sim/platform';
import { fromUnits } from '../../../src/domain/quantity';
import { SOURCES, type Source } from '../../../src/domain/source';
import { flush, sendable } from '../../../src/domain/sync/flush';
import { OCCURRED_BEFORE_MS } from '../../../src/domain/sync/limits';
import { atRest, levelOf, restingSide, withSide, type LinkedLevel } from '../../../src/domain/sync/linked-level';
import { abandonRead, observe, observeRead, type Rules, type Step } from '../../../src/domain/sync/observe';
import { restart } from '../../../src/domain/sync/restart';
import { settle } from '../../../src/domain/sync/settle';
import { loadLevel, storeLevel } from '../../../src/domain/sync/stored-level';
import type { WriteAnswer, WriteRequest } from '../../../src/domain/sync/write';
import { judge, firstAttempt, type WriteAttempts } from '../../../src/domain/sync/write-attempts';

const RULES: Rules = { maximum: null, entitled: true, autoSync: true };
export const START = fromUnits(50);

/** One attempt on its way: to the platform, or, with an answer, back from it. */
interface Attempt {
  readonly flight: WriteAttempts;
  readonly sentAt: number;
  answer: WriteAnswer | null;
}

/** What came of one attempt as we hear of it: the platform's own answer, or what stands in for it. */
export type Fate = 'answered' | 'unanswered' | 'throttled' | 'failing';

/** One cell and its two platforms, moved by hand: nothing happens but what a test says. Time passes a second with each move. */
export class BenchOfOne {
  cell: LinkedLevel;
  readonly platforms: Readonly<Record<Source, SimPlatform>>;
  /** Webhooks that have been sent and may arrive. */
  readonly webhooks: { readonly source: Source; readonly value: number; readonly at: number }[] = [];
  readonly #flights: Record<Source, { flight: WriteAttempts; request: WriteRequest; found: boolean } | null> = {
    shopify: null,
    square: null,
  };
  readonly #attempts: Record<Source, Attempt | null> = { shopify: null, square: null };
  /** Requests of which we have heard no more, and which may still arrive. */
  readonly #strays: { source: Source; request: WriteRequest }[] = [];
  #now = 1_000;
  #keys = 0;

  constructor() {
    const traits = { precision: 1, behindMs: 0, retentionMs: 86_400_000, lagMs: 0, counts: false, buriesRefusedKeys: false };
    this.platforms = { shopify: new SimPlatform('shopify', [START], traits), square: new SimPlatform('square', [START], traits) };
    const [a, b] = [this.platforms.shopify.level(0), this.platforms.square.level(0)];
    this.cell = levelOf(restingSide(a.quantity, a.at), restingSide(b.quantity, b.at));
  }

  change(source: Source, delta: number): void {
    this.platforms[source].change(0, delta, this.#tick());
    this.#announce(source);
  }

  deliver(index: number, copies: number): void {
    const [webhook] = this.webhooks.splice(index % Math.max(1, this.webhooks.length), 1);
    if (webhook === undefined) return;
    for (let copy = 0; copy < copies; copy += 1) this.#observe(webhook.source, webhook, 'webhook');
  }

  sweep(source: Source): void {
    const { quantity, at } = this.platforms[source].level(0);
    this.#observe(source, { value: quantity, at }, 'sweep');
  }

  read(source: Source, answered: boolean): void {
    if (!this.cell[source].needsRead || this.cell[source].inFlight !== null) return;
    const reading = withSide(this.cell, source, { reading: true });
    const { quantity, at } = this.platforms[source].level(0);
    this.#take(answered ? observeRead(reading, source, { value: quantity, at }, 'read', RULES) : abandonRead(reading, source, RULES));
  }

  /** Sends what is owed, or repeats what is in flight. */
  send(source: Source): void {
    if (this.#attempts[source] !== null) return;
    if (this.#flights[source] === null && sendable(this.cell, source) !== 0) this.#plan(source);
    const flown = this.#flights[source];
    if (flown !== null) this.#attempts[source] = { flight: flown.flight, sentAt: this.#tick(), answer: null };
  }

  /** The attempt under way reaches the platform. */
  arrive(source: Source): void {
    const attempt = this.#attempts[source];
    const flown = this.#flights[source];
    if (attempt === null || attempt.answer !== null || flown === null) return;
    attempt.answer = this.#receive(source, flown.request);
  }

  /** An answer is heard, or something instead of it. An attempt that has not arrived may do so later. */
  hear(source: Source, fate: Fate): void {
    const attempt = this.#attempts[source];
    const flown = this.#flights[source];
    if (attempt === null || flown === null) return;
    this.#attempts[source] = null;
    if (attempt.answer === null && fate === 'unanswered') this.#strays.push({ source, request: flown.request });
    const heard: WriteAnswer =
      fate === 'throttled' && attempt.answer === null
        ? { kind: 'throttled', afterMs: 400 }
        : fate === 'answered' && attempt.answer !== null
          ? attempt.answer
          : { kind: 'ambiguous', detail: fate };
    const judgement = judge(attempt.flight, heard, 1, attempt.sentAt);
    if (judgement.kind === 'again') {
      this.#flights[source] = { ...flown, flight: judgement.flight };
      this.#wait(judgement.afterMs);
      return;
    }
    this.#flights[source] = null;
    const [verdict] = judgement.kind === 'settled' ? judgement.verdicts : [];
    if (verdict !== undefined) this.#take(settle(this.cell, source, verdict, RULES, flown.found));
  }

  /** A request that everybody has forgotten reaches the platform after all. */
  stray(): void {
    const stray = this.#strays.shift();
    if (stray !== undefined) this.#receive(stray.source, stray.request);
  }

  /** Memory is gone; what was stored is taken up. What was on its way may still arrive. */
  kill(): void {
    for (const source of SOURCES) {
      const flown = this.#flights[source];
      if (this.#attempts[source]?.answer === null && flown !== null) this.#strays.push({ source, request: flown.request });
      this.#attempts[source] = null;
      this.#flights[source] = null;
    }
    this.cell = loadLevel(storeLevel(this.cell));
    for (const { attempts, members } of restart([['cell', this.cell]], 1, this.#tick())) {
      const [member] = members;
      if (member !== undefined) this.#flights[attempts.source] = { flight: attempts, request: requestOf(member.op), found: true };
    }
  }

  /** Lets everything come to its end over good lines. */
  settleAll(): void {
    for (let round = 0; round < 60; round += 1) {
      while (this.webhooks.length > 0) this.deliver(0, 1);
      for (const source of SOURCES) {
        this.send(source);
        this.arrive(source);
        this.hear(source, 'answered');
        this.read(source, true);
        if (round === 30) this.sweep(source);
      }
    }
  }

  quiet(): boolean {
    return atRest(this.cell);
  }

  #plan(source: Source): void {
    this.#keys += 1;
    const now = this.#tick();
    const slot = { key: `key-${this.#keys}`, index: 0, count: 1, now, epoch: 1 };
    this.cell = flush(this.cell, source, slot);
    const { inFlight } = this.cell[source];
    if (inFlight !== null)
      this.#flights[source] = { flight: firstAttempt(source, slot.key, now), request: requestOf(inFlight), found: false };
  }

  #receive(source: Source, request: WriteRequest): WriteAnswer {
    const { answer, changed } = this.platforms[source].receive(request, this.#tick());
    if (changed.length > 0) this.#announce(source);
    return answer;
  }

  #announce(source: Source): void {
    const { quantity, at } = this.platforms[source].level(0);
    this.webhooks.push({ source, value: quantity, at });
  }

  #observe(source: Source, { value, at }: { value: number; at: number }, via: 'webhook' | 'sweep'): void {
    this.#take(observe(this.cell, source, { value, at, direct: false }, via, RULES));
  }

  #take({ cell }: Step): void {
    this.cell = cell;
  }

  /** Time passes. No request is under way for as long as a minute. */
  #wait(ms: number): void {
    this.#now += ms;
    if (ms >= 60_000) this.#strays.length = 0;
  }

  #tick(): number {
    this.#now += 1_000;
    return this.#now;
  }
}

function requestOf(op: { key: string; delta: number; from: number; firstSent: number }): WriteRequest {
  const change = { stockId: '0', locationId: 'place', delta: op.delta, from: op.from };
  return { key: op.key, occurredAt: op.firstSent - OCCURRED_BEFORE_MS, changes: [change] };
}
