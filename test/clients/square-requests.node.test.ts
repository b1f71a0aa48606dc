import { describe, expect, it } from 'vitest';

import { useSandbox } from './running-sandbox';
import { OUTSIDE, refusal, squareKit } from './square-kit';

const sandbox = await useSandbox();
const square = squareKit(sandbox);

describe('bad requests', () => {
  it.each([
    ['an unknown member', { idempotency_key: 'k', nonsense: 1 }, 'UNKNOWN_BODY_PARAMETER', 'nonsense'],
    [
      'the retired location_id',
      { idempotency_key: 'k', changes: [{ adjustment: { location_id: 'L' } }] },
      'UNKNOWN_BODY_PARAMETER',
      'changes[0].adjustment.location_id',
    ],
    [
      'a wrong type',
      { idempotency_key: 'k', changes: [{ physical_count: { quantity: 3 } }] },
      'EXPECTED_STRING',
      'changes[0].physical_count.quantity',
    ],
    ['a wrong enum value', { idempotency_key: 'k', changes: [{ type: 'TRANSFER' }] }, 'INVALID_ENUM_VALUE', 'changes[0].type'],
    ['a missing key', { changes: [] }, 'MISSING_REQUIRED_PARAMETER', 'idempotency_key'],
    ['a long key', { idempotency_key: 'k'.repeat(129) }, 'VALUE_TOO_LONG', 'idempotency_key'],
    ['no JSON', 'nonsense', 'EXPECTED_JSON_BODY', undefined],
  ])('%s is refused by name', async (_name, body, code, field) => {
    const answer = await sandbox.call('POST', '/square/v2/inventory/changes/batch-create', body, OUTSIDE);
    expect(answer.status).toBe(400);
    const error = { category: 'INVALID_REQUEST_ERROR', code, ...(field === undefined ? {} : { field }) };
    expect(answer.body['errors']).toEqual(expect.arrayContaining([expect.objectContaining(error)]));
  });

  it('refuses unknown tokens, wrong versions, and what it does not emulate', async () => {
    const get = (path: string, headers: Record<string, string>) => sandbox.call('GET', path, undefined, headers);
    expect(await get('/square/v2/locations', {})).toMatchObject({ status: 401, body: { errors: [{ code: 'UNAUTHORIZED' }] } });
    expect(await get('/square/v2/locations', { authorization: 'Bearer EAAAnone' })).toMatchObject({ status: 401 });
    expect(await get('/square/v2/locations', { ...OUTSIDE, 'square-version': 'soon' })).toMatchObject({
      body: { errors: [{ code: 'INVALID_SQUARE_VERSION_FORMAT' }] },
    });
    expect(await get('/square/v2/locations', { ...OUTSIDE, 'square-version': '2025-08-20' })).toMatchObject({
      body: { errors: [{ code: 'API_VERSION_INCOMPATIBLE' }] },
    });
    expect(await get('/square/v2/payments', OUTSIDE)).toMatchObject({ status: 501, body: { errors: [{ code: 'NOT_IMPLEMENTED' }] } });
    expect((await get('/square/v2/locations', OUTSIDE)).headers.get('square-version')).toBe('2026-09-16');
  });

  it('serves a seller’s team in pages, and refuses longer ones', async () => {
    const search = async (body: object) => sandbox.call('POST', '/square/v2/team-members/search', body, OUTSIDE);
    const first = await search({ limit: 2 });
    expect(first.body).toMatchObject({ team_members: [{ id: 'TMOWNER' }, { id: 'TMDANA', given_name: 'Dana', family_name: 'Reyes' }] });
    const rest = await search({ limit: 2, cursor: first.body['cursor'] });
    expect(rest.body).toEqual({ team_members: [expect.objectContaining({ id: 'TMSAM' })] });
    const inactive = await search({ query: { filter: { status: 'INACTIVE' } } });
    expect(inactive.body).toEqual({ team_members: [expect.objectContaining({ id: 'TMSAM' })] });
    expect(await search({ limit: 201 })).toMatchObject({ status: 400 });
    expect(await search({ query: { filter: { is_owner: true } } })).toMatchObject({ status: 501 });
  });

  it('expires cursors after five minutes, and limits them to their own query', async () => {
    const first = await square.client.catalog.search({ objectTypes: ['ITEM'], limit: 5 });
    const cursor = first.cursor ?? '';
    expect(await refusal(square.client.catalog.search({ objectTypes: ['ITEM_VARIATION'], cursor }))).toMatchObject({
      code: 'INVALID_CURSOR',
    });
    await sandbox.configure({ clockSpeed: 100_000 });
    const start = await square.now();
    await expect.poll(square.now, { interval: 5 }).toBeGreaterThan(start + 5 * 60_000);
    await sandbox.configure({ clockSpeed: 1 });
    expect(await refusal(square.client.catalog.search({ objectTypes: ['ITEM'], limit: 5, cursor }))).toMatchObject({
      status: 400,
      code: 'INVALID_CURSOR',
      field: 'cursor',
    });
  });
});
