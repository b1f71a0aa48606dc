import { describe, expect, it } from 'vitest';

import { AskedEnds } from '../../src/durable/catalog/asked-ends';
import type { Meta } from '../../src/durable/store/meta';

const HOUR = 60 * 60_000;

/** A `Meta` in memory that counts its reads. */
class CountedMeta implements Meta {
  reads = 0;
  readonly values = new Map<string, string>();

  read<T>(name: string): T | null {
    this.reads += 1;
    const value = this.values.get(name);
    return value === undefined ? null : (JSON.parse(value) as T);
  }

  write(name: string, value: unknown): void {
    this.values.set(name, JSON.stringify(value));
  }

  remove(name: string): void {
    this.values.delete(name);
  }
}

describe('what the merchant has asked for in the app', () => {
  it('is read from storage once, and survives the object', () => {
    const meta = new CountedMeta();
    const asked = new AskedEnds(meta, () => 0);
    for (const id of ['1', '2', '3']) asked.note('shopify', id);
    for (const id of ['1', '2', '3', '4']) expect(asked.has('shopify', id)).toBe(id !== '4');
    expect(meta.reads).toBe(1);
    expect(new AskedEnds(meta, () => 0).has('shopify', '2')).toBe(true);
    expect(asked.has('square', '2')).toBe(false);
  });

  it('explains nothing after an hour, unless it is asked for again', () => {
    let now = 0;
    const meta = new CountedMeta();
    const asked = new AskedEnds(meta, () => now);
    asked.note('shopify', '1');
    asked.note('square', 'V1');
    now = HOUR - 1;
    expect(asked.has('shopify', '1')).toBe(true);
    asked.note('square', 'V1');
    now = HOUR;
    expect([asked.has('shopify', '1'), asked.has('square', 'V1')]).toEqual([false, true]);
    asked.note('square', 'V2');
    expect(meta.values.get('askedEnds')).not.toContain('shopify');
  });

  it('is at most 500 changes, the latest', () => {
    const meta = new CountedMeta();
    const asked = new AskedEnds(meta, () => 0);
    for (let id = 0; id < 510; id += 1) asked.note('square', `V${id}`);
    expect([asked.has('square', 'V9'), asked.has('square', 'V10'), asked.has('square', 'V509')]).toEqual([false, true, true]);
    expect(JSON.parse(meta.values.get('askedEnds') ?? '')).toHaveLength(500);
  });
});
