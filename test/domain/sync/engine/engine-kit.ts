import { fromUnits } from '../../../../src/domain/quantity';
import type { Source } from '../../../../src/domain/source';
import type { LevelEntry, Levels } from '../../../../src/domain/sync/engine/context';
import type { Effects, IncomingAnswer, OutgoingRequest } from '../../../../src/domain/sync/engine/effects';
import { Engine } from '../../../../src/domain/sync/engine/engine';
import { conserved, levelOf, restingSide, type LinkedLevel } from '../../../../src/domain/sync/linked-level';
import type { ReadAnswer, WriteAnswer } from '../../../../src/domain/sync/write';
import type { WritePause } from '../../../../src/domain/sync/write-gate';

/** When the engine's clock starts, in ms. */
export const NOW = 1_000_000;

/** The engine over a few linked levels of 10 units in memory, with a clock and answers that a test controls. */
export class EngineKit implements Levels {
  readonly engine: Engine;
  readonly levels: LinkedLevel[];
  now = NOW;
  epoch = 1;
  autoSync = true;
  pauses: readonly WritePause[] = [];
  connected = true;
  /** What differs for every variant: it is not linked, or lacks a side. */
  stock: { readonly linked?: boolean; readonly shopify?: null; readonly square?: null } = {};
  #keys = 0;

  constructor(count: number) {
    const side = restingSide(fromUnits(10), NOW - 60_000);
    this.levels = Array.from({ length: count }, () => levelOf(side, side));
    this.engine = new Engine(this, {
      rules: () => ({ maximum: null, entitled: true, autoSync: this.autoSync, pauses: this.pauses }),
      connected: () => this.connected,
      locationId: () => 'place',
      epoch: () => this.epoch,
      now: () => this.now,
      uuid: () => `key-${(this.#keys += 1)}`,
      random: () => 0.5,
      backoff: { firstMs: 500, longestMs: 30_000 },
      batch: { shopify: 10, square: 10 },
    });
  }

  byKey(key: number): LevelEntry | null {
    const level = this.levels[key];
    if (level === undefined) return null;
    const { linked = true, shopify = `s${key}`, square = `q${key}` } = this.stock;
    return { key, stock: { shopify, square }, sku: `sku-${key}`, linked, level };
  }

  byStock(_source: Source, stockId: string): LevelEntry | null {
    return this.byKey(Number(stockId.slice(1)));
  }

  put(key: number, level: LinkedLevel): void {
    this.levels[key] = level;
  }

  /** Ends a turn, as the product stores it. */
  finish(): Effects {
    const effects = this.engine.finish();
    for (const key of effects.put) {
      const level = this.levels[key];
      if (level !== undefined) this.levels[key] = { ...level, conservedDifference: conserved(level) };
    }
    return effects;
  }

  /** Webhooks of one turn: items of a platform have these units now. */
  stands(source: Source, units: Readonly<Record<number, number>>): Effects {
    for (const [key, quantity] of Object.entries(units)) {
      const entry = this.byKey(Number(key));
      if (entry !== null) this.engine.observe(entry, source, { quantity: fromUnits(quantity), at: this.now }, 'webhook');
    }
    return this.finish();
  }

  /** A request is answered. */
  answer(request: OutgoingRequest | undefined, answer: IncomingAnswer): Effects {
    if (request !== undefined) this.engine.answered(request.id, answer);
    return this.finish();
  }

  written(request: OutgoingRequest | undefined, answer: WriteAnswer): Effects {
    return this.answer(request, { kind: 'write', answer });
  }

  read(request: OutgoingRequest | undefined, answer: ReadAnswer): Effects {
    return this.answer(request, { kind: 'read', answer });
  }

  /** Time passes, and the alarm fires. */
  wait(ms: number): Effects {
    this.now += ms;
    this.engine.resume(this.levels.keys());
    return this.finish();
  }
}

/** A level as a platform returns it. */
export function level(stockId: string, units: number, at: number): { stockId: string; locationId: string; quantity: number; at: number } {
  return { stockId, locationId: 'place', quantity: fromUnits(units), at };
}

/** Lets time pass until the engine sends something. Throws when it sends nothing. */
export function next(kit: EngineKit): OutgoingRequest {
  for (let turn = 0; turn < 20; turn += 1) {
    const at = kit.engine.nextAt(3_600_000);
    if (at === null) throw new Error('nothing will be sent');
    const [request] = kit.wait(Math.max(0, at - kit.now)).requests;
    if (request !== undefined) return request;
  }
  throw new Error('nothing was sent');
}
