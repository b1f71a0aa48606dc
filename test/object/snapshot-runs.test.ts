import { describe, expect, it, vi } from 'vitest';

import { Runs } from '../../src/durable/snapshot/runs';
import { openMemory } from './memory-database';

const NOW = 1_700_000_000_000;

describe('the newest run of a source', () => {
  it('is what is stored, after every change', () => {
    const db = openMemory();
    const runs = new Runs(db);
    const looksStored = (): void => {
      for (const source of ['shopify', 'square'] as const) expect(runs.newest(source)).toEqual(new Runs(db).newest(source));
    };
    looksStored();
    const first = runs.create('shopify', NOW);
    looksStored();
    runs.create('square', NOW);
    looksStored();
    runs.save(first.id, { phase: 'read', processed: 3 });
    looksStored();
    runs.addLines(first.id, ['{}'], { cursor: 'next' });
    looksStored();
    runs.save(first.id, { phase: 'parked' });
    looksStored();
    runs.approve(first.id, NOW + 1);
    looksStored();
    expect(runs.newest('shopify')).toMatchObject({ state: 'running', body: { approved: true, chunk: 1, processed: 4 } });
    runs.save(first.id, { phase: 'over' }, 'done');
    looksStored();
    runs.create('shopify', NOW + 2);
    looksStored();
    runs.dropAll('shopify');
    looksStored();
    expect(runs.newest('shopify')).toBeNull();
    expect(runs.newest('square')).not.toBeNull();
  });

  it('is read once until it changes', () => {
    const db = openMemory();
    const runs = new Runs(db);
    const { id } = runs.create('shopify', NOW);
    runs.newest('shopify');
    const row = vi.spyOn(db, 'row');
    runs.newest('shopify');
    expect(row).not.toHaveBeenCalled();
    runs.save(id, { processed: 1 });
    expect(runs.newest('shopify')?.body.processed).toBe(1);
  });
});
