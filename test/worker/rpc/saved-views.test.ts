import { describe, expect, it } from 'vitest';

import { callJson, effects, newWorld, trail, type World } from './rpc-world';

const LOW = { name: 'Low shirts', view: 'out_of_sync', query: 'type:Shirts low', sort: '-sku' };

const save = async (world: World, view: object) => callJson(world, 'sh.Inventory/SaveView', view);
const viewsOf = async (world: World): Promise<unknown> => (await callJson(world, 'sh.Inventory/GetSavedViews')).body['views'];

describe('saved views', () => {
  it('are kept with the account: saved, replaced, deleted; other accounts have their own', async () => {
    const world = await newWorld();
    expect(await viewsOf(world)).toEqual([]);
    expect(await save(world, { ...LOW, name: '  Low shirts ', query: ` ${LOW.query}  ` })).toEqual({
      status: 200,
      body: { id: '1', ...LOW },
    });
    expect(await save(world, { name: 'All' })).toMatchObject({ status: 200, body: { id: '2', view: 'all' } });
    expect(await save(world, { id: '1', ...LOW, name: 'LOW SHIRTS' })).toMatchObject({ status: 200, body: { id: '1' } });
    expect(await viewsOf(world)).toEqual([
      { id: '1', ...LOW, name: 'LOW SHIRTS' },
      { id: '2', name: 'All', view: 'all', query: '', sort: '' },
    ]);
    expect(await viewsOf(await newWorld())).toEqual([]);
    for (const id of ['1', '1', '999']) expect((await callJson(world, 'sh.Inventory/DeleteView', { id })).status).toBe(200);
    expect(await viewsOf(world)).toMatchObject([{ id: '2' }]);
    // No ID is used again: a page that still shows the deleted one must not replace another.
    expect(await save(world, LOW)).toMatchObject({ body: { id: '3' } });
  });

  it('are refused with the reason, and then nothing changes', async () => {
    const world = await newWorld();
    await save(world, LOW);
    const before = await viewsOf(world);
    for (const [view, code, message] of [
      [{}, 'invalid_argument', /^name is missing/u],
      [{ ...LOW, name: ' \u3000 ' }, 'invalid_argument', /^name is missing/u],
      [{ ...LOW, name: 'x'.repeat(61) }, 'invalid_argument', /^name must not be longer than 60/u],
      [{ ...LOW, name: 'a\u0000b' }, 'invalid_argument', /^name must not have/u],
      [{ ...LOW, name: '<img src=x>', view: 'toString' }, 'invalid_argument', /^view must be one of/u],
      [{ ...LOW, name: 'B', sort: 'price' }, 'invalid_argument', /^sort must be one of/u],
      [{ ...LOW, name: 'B', query: 'x'.repeat(1_001) }, 'invalid_argument', /^query must not be longer/u],
      [{ ...LOW, id: '1e3', name: 'B' }, 'invalid_argument', /^id must be/u],
      [{ ...LOW, id: '2', name: 'B' }, 'not_found', /was deleted/u],
      [{ ...LOW, name: 'LOW shirts' }, 'already_exists', /already a saved view named/u],
    ] as const) {
      const refused = await save(world, view);
      expect(refused.body, JSON.stringify(view).slice(0, 80)).toMatchObject({ code, msg: expect.stringMatching(message) as string });
    }
    expect((await callJson(world, 'sh.Inventory/DeleteView', { id: '-1' })).body).toMatchObject({ code: 'invalid_argument' });
    expect(await viewsOf(world)).toEqual(before);
  });

  it('are at most 20, also when they are saved at the same time', async () => {
    const world = await newWorld();
    const answers = await Promise.all(Array.from({ length: 25 }, async (_, n) => save(world, { ...LOW, name: `View ${n}` })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.find(({ status }) => status !== 200)?.body).toMatchObject({
      code: 'failed_precondition',
      msg: expect.stringMatching(/^At most 20/u) as string,
    });
    expect(await viewsOf(world)).toHaveLength(20);
  });

  it('are written down when an operator changes them, and not when they are read', async () => {
    const world = await newWorld('impersonator');
    await save(world, LOW);
    await viewsOf(world);
    await callJson(world, 'sh.Inventory/DeleteView', { id: '1' });
    expect((await trail(world)).map(({ method, result }) => [method, result])).toContainEqual(['sh.Inventory/SaveView', 'ok']);
    expect(effects(world)).toEqual([expect.stringMatching(/^saveView/u), 'deleteView[1]']);
  });
});
