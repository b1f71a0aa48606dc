import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../../src/domain/quantity';
import { otherSource, type Source } from '../../../src/domain/source';
import type { AskedChange } from '../../../src/domain/writers/asked';
import type { PastChange } from '../../../src/domain/writers/change-rates';
import { EchoWatch } from '../../../src/domain/writers/echo-watch';
import type { Maker } from '../../../src/domain/writers/maker';
import { unitOf } from '../../../src/domain/writers/silence-test';

const NOW = 10_000_000;

/** A watch of one variant with a clock, and what waits for each side. */
class Shop {
  readonly watch: EchoWatch;
  readonly pending: Record<Source, number> = { shopify: 0, square: 0 };
  now = NOW;
  asked = 0;
  /** What the platforms say of who made a change. */
  tells: (change: AskedChange) => Maker | null = () => null;
  #keys = 0;

  constructor(past: readonly PastChange[] = []) {
    this.watch = new EchoWatch(() => {
      this.asked += 1;
      return past;
    });
  }

  /** A side changes from outside: the other one is owed as much. */
  changes(source: Source, units: number): void {
    this.watch.changed(source, fromUnits(units), this.now);
    this.pending[otherSource(source)] += units;
    this.sends();
  }

  /** Sends what may be sent. Returns the units by side. */
  sends(): Partial<Record<Source, number>> {
    this.watch.advance(this.now);
    const sent: Partial<Record<Source, number>> = {};
    for (const source of ['shopify', 'square'] as const) {
      const pending = this.pending[source];
      if (pending === 0) continue;
      const units = this.watch.portion(source, fromUnits(pending), this.now) / fromUnits(1);
      if (units === 0) continue;
      this.pending[source] -= units;
      this.#keys += 1;
      this.watch.wrote(source, { key: `key-${this.#keys}`, delta: fromUnits(units) }, fromUnits(this.pending[source]), this.now);
      sent[source] = units;
    }
    return sent;
  }

  /** Lets time pass in steps; `answers` sees what is sent. */
  passes(ms: number, answers: (source: Source, units: number) => void = () => undefined): void {
    for (const end = this.now + ms; this.now < end;) {
      this.now += 100;
      for (const change of this.watch.asked.take()) {
        const maker = this.tells(change);
        if (maker !== null) this.watch.madeBy(change.id, maker);
      }
      for (const [source, units] of Object.entries(this.sends())) answers(source as Source, units);
    }
  }
}

/** Returns a shop of which a test has begun, with nothing that waits or is awaited. */
function tested(): Shop {
  const shop = new Shop();
  shop.watch.changed('shopify', fromUnits(-1), shop.now);
  shop.now += 500;
  shop.watch.changed('square', fromUnits(-1), shop.now);
  expect(shop.watch.testing).toBe(true);
  return shop;
}

/** Plays a sale at Shopify that another app copies, and everything that both make of it; `dates` tells what time the platforms state of a change. */
function duel(shop: Shop, units: number, afterMs: number, ms: number, dates = (at: number) => at): string[] {
  const copies: { at: number; side: Source; units: number }[] = [{ at: shop.now + afterMs, side: 'square', units }];
  const findings: string[] = [];
  const answers = (source: Source, sent: number): void => {
    copies.push({ at: shop.now + afterMs, side: otherSource(source), units: sent });
  };
  shop.watch.changed('shopify', fromUnits(units), shop.now);
  shop.pending.square += units;
  for (const [source, sent] of Object.entries(shop.sends())) answers(source as Source, sent);
  for (const end = shop.now + ms; shop.now < end && !findings.includes('proven');) {
    for (const copy of copies.filter(({ at }) => at <= shop.now)) {
      copies.splice(copies.indexOf(copy), 1);
      shop.watch.changed(copy.side, fromUnits(copy.units), shop.now, { at: dates(shop.now), since: null });
      shop.pending[otherSource(copy.side)] += copy.units;
    }
    shop.passes(100, answers);
    const finding = shop.watch.take();
    if (finding !== null) findings.push(finding);
  }
  return findings;
}

describe('a watch for an app that copies', () => {
  it.each([
    ['one unit, a fast app', -1, 400],
    ['one unit, a slow app', -1, 3_000],
    ['three units', -3, 1_200],
    ['a return', 2, 2_000],
  ])('proves it: %s', (_, units, afterMs) => {
    const shop = new Shop();
    expect(duel(shop, units, afterMs, 40_000)).toContain('proven');
    expect(shop.watch.copies.length).toBeGreaterThanOrEqual(3);
    expect(shop.watch.testing).toBe(false);
  });

  it.each<[string, (at: number) => number, boolean]>([
    ['a clock a second behind ours', (at) => at - 1_000, true],
    ['whole seconds, and a clock a second behind ours', (at) => at - (at % 1_000) - 1_000, true],
    ['dated before our write, and heard of late', (at) => at - 1_500, false],
    ['dated in whole seconds before our write, and heard of late', (at) => at - (at % 1_000) - 3_000, false],
  ])('takes only a change for a copy that may have followed our write: %s', (_, dates, isCopy) => {
    expect(duel(new Shop(), -1, 400, 40_000, dates).includes('proven')).toBe(isCopy);
  });

  it('writes single units during a test, each after a silence', () => {
    const shop = new Shop();
    shop.changes('shopify', -3);
    shop.now += 800;
    shop.changes('square', -3);
    shop.now += 400;
    // What we wrote to Square comes back at Shopify.
    shop.changes('shopify', -3);
    expect(shop.watch.testing).toBe(true);
    expect(shop.pending).toEqual({ shopify: -3, square: -3 });
    const sent: number[] = [];
    shop.passes(900, (_, units) => sent.push(units));
    expect(sent).toEqual([]);
    shop.passes(2_000, (_, units) => sent.push(units));
    expect(sent).toEqual([-1]);
  });

  it('sends everything once nobody has copied our write, within ten seconds', () => {
    const shop = new Shop();
    shop.changes('shopify', -2);
    shop.now += 800;
    shop.changes('square', -2);
    shop.passes(10_000);
    expect(shop.pending).toEqual({ shopify: 0, square: 0 });
    expect(shop.watch.testing).toBe(false);
    expect(shop.watch.take()).toBe(null);
  });

  it('ends a test in which customers buy', () => {
    const shop = new Shop();
    shop.changes('shopify', -1);
    shop.now += 500;
    shop.changes('square', -1);
    expect(shop.watch.testing).toBe(true);
    for (const units of [-2, -3, -4]) {
      shop.now += 300;
      shop.changes('shopify', units);
    }
    shop.sends();
    expect(shop.watch.testing).toBe(false);
    expect(shop.pending).toEqual({ shopify: 0, square: 0 });
  });

  it("ends a test at once when the platforms say that what looked copied is the shop's own", () => {
    const shop = new Shop();
    shop.changes('shopify', -1);
    shop.now += 500;
    shop.changes('square', -1);
    expect(shop.watch.testing).toBe(true);
    const asked = shop.watch.asked.take();
    expect(asked.map(({ source, at }) => [source, at])).toEqual([
      ['square', NOW + 500],
      ['shopify', NOW],
    ]);
    shop.watch.madeBy(asked[0]?.id ?? 0, 'shop');
    shop.sends();
    // We may have heard of the copy first: either of the two may be another app's.
    expect(shop.watch.testing).toBe(true);
    shop.watch.madeBy(asked[1]?.id ?? 0, 'shop');
    shop.sends();
    expect(shop.watch.testing).toBe(false);
    expect(shop.pending).toEqual({ shopify: 0, square: 0 });
  });

  it("proves an app with fewer copies when both platforms say that they are not the shop's own", () => {
    const proven = (isTold: boolean) => {
      const shop = new Shop();
      if (isTold) {
        shop.tells = ({ source }) => (source === 'square' ? 'app' : 'adjusted');
      }
      expect(duel(shop, -1, 2_800, 60_000)).toContain('proven');
      return shop.watch.copies.length;
    };
    expect(proven(true)).toBeLessThan(proven(false));
  });

  it('tests nothing that customers of the last ten minutes make likely', () => {
    const past = Array.from({ length: 100 }, (_, index): PastChange => ({
      source: index % 2 === 0 ? 'shopify' : 'square',
      delta: fromUnits(-1),
      at: NOW - 50_000 + index * 500,
    }));
    const shop = new Shop(past);
    shop.changes('shopify', -1);
    shop.now += 2_000;
    shop.changes('square', -1);
    expect(shop.watch.testing).toBe(false);
    expect(shop.pending).toEqual({ shopify: 0, square: 0 });
  });

  it('asks for the past only when something looks copied, and once', () => {
    const shop = new Shop();
    for (let sale = 0; sale < 20; sale += 1) {
      shop.changes('shopify', -1);
      shop.now += 20_000;
    }
    expect(shop.asked).toBe(0);
    shop.changes('shopify', -1);
    shop.now += 500;
    shop.changes('square', -1);
    shop.passes(20_000);
    shop.changes('shopify', -1);
    shop.now += 500;
    shop.changes('square', -1);
    expect(shop.asked).toBe(1);
  });

  it('does not wait for a write that had no effect', () => {
    const shop = new Shop();
    shop.changes('shopify', -1);
    shop.watch.returned('key-1');
    shop.now += 500;
    shop.changes('square', -1);
    expect(shop.watch.testing).toBe(true);
    shop.passes(1_500);
    expect(shop.pending.shopify).toBe(0);
  });

  it('gives each change a deadline of its own: the test goes on', () => {
    const shop = tested();
    const { watch } = shop;
    const begun = shop.now;
    const units = (pending: number): number => watch.portion('square', fromUnits(pending), shop.now) / fromUnits(1);
    expect(units(-3)).toBe(0);
    shop.now = begun + 4_000;
    expect(units(-5)).toBe(-1);
    watch.wrote('square', { key: 'unit', delta: fromUnits(-1) }, fromUnits(-4), shop.now);
    shop.now = begun + 8_000;
    expect(units(-4)).toBe(0);
    expect(watch.nextAt(shop.now)).toBe(begun + 8_500);
    shop.now = begun + 9_700;
    expect(units(-4)).toBe(-2);
    watch.wrote('square', { key: 'due', delta: fromUnits(-2) }, fromUnits(-2), shop.now);
    expect(units(-2)).toBe(0);
    expect(watch.testing).toBe(true);
    shop.now = begun + 13_700;
    expect(units(-2)).toBe(-2);
  });

  it('sends with a unit what would have to go before it is answered', () => {
    const shop = tested();
    const units = (): number => shop.watch.portion('square', fromUnits(-4), shop.now) / fromUnits(1);
    const begun = shop.now;
    expect(units()).toBe(0);
    shop.now = begun + 5_100;
    expect(units()).toBe(-1);
    shop.now = begun + 5_300;
    expect(units()).toBe(-4);
  });

  it.each([
    ['one unit', -1, false],
    ['several units', -3, true],
  ])('begins a test with the first copy of a write of %s that is rather unlikely: %s', (_, units, isTested) => {
    // A customer in a minute and a half: that one comes within four seconds has a chance of one in twenty.
    const past = Array.from({ length: 7 }, (__, index): PastChange => ({
      source: 'shopify',
      delta: fromUnits(units),
      at: NOW - 595_000 + index * 85_000,
    }));
    const shop = new Shop(past);
    shop.changes('shopify', units);
    shop.now += 4_000;
    shop.changes('shopify', units);
    expect(shop.watch.testing).toBe(isTested);
  });

  it('takes what a customer did amid a test for none who ends it, once it was copied', () => {
    const proven = (isCopied: boolean): boolean => {
      const shop = new Shop();
      const answers = (source: Source, units: number): void => {
        shop.watch.changed(otherSource(source), fromUnits(units), shop.now);
        shop.pending[source] += units;
      };
      shop.changes('shopify', -1);
      shop.now += 500;
      shop.changes('square', -1);
      shop.passes(3_000, answers);
      for (const units of [-2, -3]) {
        shop.changes('square', units);
        shop.now += 600;
        if (isCopied) shop.changes('shopify', units);
        shop.passes(1_500);
      }
      shop.passes(20_000, answers);
      return shop.watch.take() === 'proven';
    };
    expect(proven(true)).toBe(true);
    expect(proven(false)).toBe(false);
  });

  it('does not take a long row of likely copies for proof', () => {
    const past = Array.from({ length: 60 }, (_, index): PastChange => ({
      source: 'shopify',
      delta: fromUnits(-1),
      at: NOW - 599_000 + index * 9_000,
    }));
    const shop = new Shop(past);
    shop.tells = () => 'adjusted';
    shop.changes('shopify', -4);
    shop.now += 500;
    shop.changes('square', -4);
    expect(shop.watch.testing).toBe(true);
    // Customers of one platform repeat each unit that we write to the other, four seconds later: with a chance of a third each time.
    const answers = (source: Source, units: number): void => {
      if (source !== 'square') return;
      shop.now += 4_000;
      shop.watch.changed('shopify', fromUnits(units), shop.now);
      shop.pending.square += units;
    };
    const findings: (string | null)[] = [];
    for (let round = 0; round < 20; round += 1) {
      shop.passes(4_000, answers);
      findings.push(shop.watch.take());
    }
    expect(findings).not.toContain('proven');
  });

  it('suspects an app that copies only what customers do, and takes it back', () => {
    const shop = new Shop();
    const found: (string | null)[] = [];
    for (let sale = 0; sale < 12; sale += 1) {
      shop.changes('shopify', -1);
      shop.now += 3_000;
      shop.changes('square', -1);
      shop.passes(42_000);
      found.push(shop.watch.take());
    }
    expect(found).toContain('suspected');
    expect(found).not.toContain('proven');
    for (let sale = 0; sale < 30; sale += 1) {
      shop.changes('shopify', -1);
      shop.passes(45_000);
      found.push(shop.watch.take());
    }
    expect(found).toContain('cleared');
  });
});

describe('a unit of what is pending', () => {
  it.each([
    [fromUnits(-3), fromUnits(-1)],
    [fromUnits(2), fromUnits(1)],
    [-50_000, -50_000],
    [0, 0],
  ])('of %d is %d', (amount, unit) => {
    expect(unitOf(amount)).toBe(unit);
  });
});
