import { BEGINNING_MS, SimPlatform } from '../../../scripts/sim/platform';
import { fromUnits } from '../../../src/domain/quantity';
import { otherSource, SOURCES, type Source } from '../../../src/domain/source';
import type { LevelEntry, Levels } from '../../../src/domain/sync/engine/context';
import type { IncomingAnswer, LookUpAnswer, OutgoingRequest } from '../../../src/domain/sync/engine/effects';
import { Engine } from '../../../src/domain/sync/engine/engine';
import { atRest, conserved, levelOf, restingSide, type LinkedLevel } from '../../../src/domain/sync/linked-level';
import { loadLevel, storeLevel } from '../../../src/domain/sync/stored-level';
import type { ReadAnswer, WriteAnswer, WriteRequest } from '../../../src/domain/sync/write';

export const START = fromUnits(50);

/** A request on its way to the platform, or, with an answer, back from it. */
interface Attempt {
  readonly request: OutgoingRequest;
  answer: WriteAnswer | ReadAnswer | LookUpAnswer | null;
}

/** The outcome of one attempt as the engine sees it: the platform's own answer, or what replaces it. */
export type Fate = 'answered' | 'unanswered' | 'throttled' | 'failing';

/** The engine with one level and its two platforms, driven by the test: nothing happens on its own. Each step takes a second. */
export class BenchOfOne implements Levels {
  cell: LinkedLevel;
  readonly platforms: Readonly<Record<Source, SimPlatform>>;
  /** Webhooks that have been sent and may arrive. */
  readonly webhooks: { readonly source: Source; readonly value: number; readonly at: number }[] = [];
  readonly #attempts: Record<Source, Attempt | null> = { shopify: null, square: null };
  /** What is asked about a large decrease, beside the other requests; null when nothing is. */
  #question: OutgoingRequest | null = null;
  /** Abandoned requests that may still arrive. */
  readonly #strays: { source: Source; request: WriteRequest }[] = [];
  #engine: Engine;
  #now = 1_000;
  #keys = 0;

  constructor() {
    const traits = {
      precision: 1,
      behindMs: 0,
      retentionMs: 86_400_000,
      lagMs: 0,
      counts: false,
      buriesRefusedKeys: false,
      namesNoItem: false,
    };
    this.platforms = { shopify: new SimPlatform('shopify', [START], traits), square: new SimPlatform('square', [START], traits) };
    const [a, b] = [this.platforms.shopify.level(0), this.platforms.square.level(0)];
    this.cell = levelOf(restingSide(a.quantity, a.at), restingSide(b.quantity, b.at));
    this.#engine = this.#createEngine();
  }

  byKey(key: number): LevelEntry | null {
    return key === 0 ? { key, stock: { shopify: '0', square: '0' }, sku: 'sku', linked: true, level: this.cell } : null;
  }

  byStock(_source: Source, stockId: string): LevelEntry | null {
    return this.byKey(Number(stockId));
  }

  put(_key: number, level: LinkedLevel): void {
    this.cell = level;
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

  /** The answer to a requested read arrives, or the read fails. */
  read(source: Source, answered: boolean): void {
    const attempt = this.#attempts[source];
    if (attempt?.request.kind !== 'read') return;
    attempt.answer = answered ? this.platforms[source].read(['0'], this.#now, 0) : { kind: 'failed', detail: 'no answer' };
    this.#hand(source, attempt, 'answered');
  }

  /** What a large decrease was is answered, as a count, or cannot be told. */
  classify(answered: boolean): void {
    const question = this.#question;
    if (question === null) return;
    this.#question = null;
    const { quantity, at } = this.platforms.shopify.level(0);
    const counted = { available: quantity, availableAt: at, committed: 0, committedAt: null, onHand: quantity, onHandAt: at };
    this.#turn(() => {
      this.#engine.answered(question.id, { kind: 'classify', answer: answered ? new Map([['0', counted]]) : 'later' });
    });
  }

  /** Time passes: what is due is sent. */
  send(): void {
    this.#tick();
    this.#turn(() => {
      this.#engine.resume([0]);
    });
  }

  /** The attempt under way reaches the platform. */
  arrive(source: Source): void {
    const attempt = this.#attempts[source];
    if (attempt === null || attempt.answer !== null) return;
    if (attempt.request.kind === 'write') attempt.answer = this.#receive(source, attempt.request.request);
    if (attempt.request.kind === 'look-up') attempt.answer = this.platforms[source].lookUp(attempt.request.request);
  }

  /** The engine gets an answer, or a failure in its place. An attempt that has not arrived may do so later. */
  hear(source: Source, fate: Fate): void {
    const attempt = this.#attempts[source];
    if (attempt === null || attempt.request.kind === 'read') return;
    if (attempt.answer === null && fate === 'unanswered' && attempt.request.kind === 'write')
      this.#strays.push({ source, request: attempt.request.request });
    this.#hand(source, attempt, fate);
  }

  /** An abandoned request reaches the platform after all. */
  stray(): void {
    const stray = this.#strays.shift();
    if (stray !== undefined) this.#receive(stray.source, stray.request);
  }

  /** Discards memory and loads what was stored. What was in flight may still arrive. */
  kill(): void {
    for (const source of SOURCES) {
      const attempt = this.#attempts[source];
      if (attempt?.answer === null && attempt.request.kind === 'write') this.#strays.push({ source, request: attempt.request.request });
      this.#attempts[source] = null;
    }
    this.#question = null;
    this.cell = loadLevel(storeLevel(this.cell));
    this.#engine = this.#createEngine();
    this.#tick();
    this.#turn(() => {
      this.#engine.recover([0]);
    });
  }

  /** Completes everything that is pending, without faults. */
  settleAll(): void {
    for (let round = 0; round < 60; round += 1) {
      this.classify(true);
      while (this.webhooks.length > 0) this.deliver(0, 1);
      for (const source of SOURCES) {
        this.arrive(source);
        this.hear(source, 'answered');
        this.read(source, true);
        if (round === 30) this.sweep(source);
      }
      this.#wait(60_000);
      this.send();
    }
  }

  quiet(): boolean {
    return atRest(this.cell);
  }

  #hand(source: Source, attempt: Attempt, fate: Fate): void {
    this.#attempts[source] = null;
    this.#turn(() => {
      this.#engine.answered(attempt.request.id, answerOf(attempt, fate));
    });
    // While one side waits for its retry, the other continues.
    if (this.#attempts[otherSource(source)] === null) this.#wait(1_000);
  }

  #turn(work: () => void): void {
    work();
    const { requests } = this.#engine.finish();
    this.cell = { ...this.cell, conservedDifference: conserved(this.cell) };
    for (const request of requests) {
      if (request.kind === 'classify') this.#question = request;
      else this.#attempts[request.source] = { request, answer: null };
    }
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
    this.#turn(() => {
      const entry = this.byKey(0);
      if (entry !== null) this.#engine.observe(entry, source, { quantity: value, at }, via);
    });
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

  #createEngine(): Engine {
    return new Engine(this, {
      rules: () => ({ maximum: null, entitled: true, autoSync: true }),
      connected: () => true,
      locationId: () => 'place',
      epoch: () => 1,
      now: () => BEGINNING_MS + this.#now,
      uuid: () => `key-${(this.#keys += 1)}`,
      random: () => 0.5,
      backoff: { firstMs: 500, longestMs: 30_000 },
      batch: { shopify: 1, square: 1 },
    });
  }
}

function answerOf({ request, answer }: Attempt, fate: Fate): IncomingAnswer {
  if (request.kind === 'read') return { kind: 'read', answer: isRead(answer) ? answer : { kind: 'failed', detail: fate } };
  if (request.kind === 'look-up') return { kind: 'look-up', answer: isLookUp(answer) && fate === 'answered' ? answer : 'later' };
  if (fate === 'throttled' && answer === null) return { kind: 'write', answer: { kind: 'throttled', afterMs: 400 } };
  const heard = fate === 'answered' && isWrite(answer) ? answer : { kind: 'ambiguous' as const, detail: fate };
  return { kind: 'write', answer: heard };
}

function isLookUp(answer: Attempt['answer']): answer is LookUpAnswer {
  return answer === 'later' || Array.isArray(answer);
}

function isRead(answer: Attempt['answer']): answer is ReadAnswer {
  return answer !== null && !isLookUp(answer) && (answer.kind === 'levels' || answer.kind === 'failed');
}

function isWrite(answer: Attempt['answer']): answer is WriteAnswer {
  return answer !== null && !isLookUp(answer) && answer.kind !== 'levels' && answer.kind !== 'failed';
}
