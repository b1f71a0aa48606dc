import { describe, expect, it } from 'vitest';

import {
  MAX_VIEW_NAME,
  MOST_SAVED_VIEWS,
  readViewName,
  saveView,
  type KeptViews,
  type ViewChange,
} from '../../../src/domain/catalog/saved-view';
import { ok } from '../../../src/domain/result';

const NONE: KeptViews = { views: [], next: 1 };

const wanted = (name: string, id: number | null = null): ViewChange => ({
  id,
  name,
  view: 'out_of_sync',
  query: 'type:Shirts',
  sort: '-sku',
});

const kept = (...names: readonly string[]): KeptViews =>
  names.reduce((views, name) => {
    const saved = saveView(views, wanted(name));
    return saved.ok ? saved.value.kept : expect.fail(saved.error.message);
  }, NONE);

const codeOf = (answer: ReturnType<typeof saveView>) => (answer.ok ? 'ok' : answer.error.code);

describe('names of saved views', () => {
  it('are trimmed, and have 1 to 60 characters', () => {
    expect(readViewName('  Low shirts\n')).toEqual(ok('Low shirts'));
    expect(readViewName('é'.repeat(MAX_VIEW_NAME)).ok).toBe(true);
    expect(readViewName('e\u0301')).toEqual(ok('é'));
    for (const name of ['', ' \t', 'x'.repeat(MAX_VIEW_NAME + 1), 'x'.repeat(1_000_000)]) expect(readViewName(name).ok, name).toBe(false);
  });

  it('have no line breaks, control characters, or characters that turn the reading direction', () => {
    for (const name of ['a\nb', 'a\u0000b', 'a\u202Eb', 'a\u2028b', 'a\u2066b'])
      expect(readViewName(name).ok, JSON.stringify(name)).toBe(false);
  });
});

describe('saved views', () => {
  it('get an ID each, in order, that is never used again', () => {
    expect(kept('A', 'B').views.map(({ id, name }) => [id, name])).toEqual([
      [1, 'A'],
      [2, 'B'],
    ]);
    const { views, next } = kept('A', 'B');
    const saved = saveView({ views: views.slice(0, 1), next }, wanted('C'));
    expect(saved.ok && saved.value.saved).toEqual({ ...wanted('C'), id: 3 });
  });

  it('have names that are unique, whatever their case and form', () => {
    for (const name of ['low shirts', 'LOW SHIRTS', 'Low  shirts', 'Ｌow shirts']) {
      expect(codeOf(saveView(kept('Low shirts'), wanted(name))), name).toBe('already_exists');
    }
    expect(codeOf(saveView(kept('Low shirts', 'B'), wanted('low shirts', 2)))).toBe('already_exists');
  });

  it('are replaced by their ID, also under their own name in another case', () => {
    const saved = saveView(kept('A', 'B'), { ...wanted('a', 1), query: '' });
    expect(saved.ok && saved.value.kept.views).toEqual([
      { ...wanted('a'), id: 1, query: '' },
      { ...wanted('B'), id: 2 },
    ]);
    expect(codeOf(saveView(kept('A'), wanted('C', 9)))).toBe('not_found');
  });

  it('are added once when the same call comes again, also where there are 20', () => {
    const full = kept(...Array.from({ length: MOST_SAVED_VIEWS }, (_, n) => `View ${n}`));
    expect(saveView(full, wanted('View 4'))).toEqual(ok({ kept: full, saved: { ...wanted('View 4'), id: 5 } }));
    expect(codeOf(saveView(full, { ...wanted('View 4'), query: '' }))).toBe('already_exists');
  });

  it('are at most 20; then one can still be renamed', () => {
    const full = kept(...Array.from({ length: MOST_SAVED_VIEWS }, (_, n) => `View ${n}`));
    expect(codeOf(saveView(full, wanted('One more')))).toBe('failed_precondition');
    expect(codeOf(saveView(full, wanted('Renamed', 20)))).toBe('ok');
  });
});
