import { describe, expect, it } from 'vitest';

import type { Change, WriteRequest } from '../../src/domain/sync/write';
import type { Connections } from '../../src/durable/connections/connections';
import { stockPorts } from '../../src/durable/sync/stock-ports';
import type { HttpAnswer } from '../../src/platforms/http';
import { shopifyOver, squareOver } from '../platforms/support/environment';
import { answered, answers, NO_ANSWER, scriptedHttp, type ScriptedHttp } from '../platforms/support/scripted-http';

const SENT = Date.parse('2026-11-20T12:00:00Z');
const BEFORE = '2026-11-20T11:00:00Z';
const change = (stockId: string): Change => ({ stockId, locationId: '77', delta: -200_000, from: 1_000_000, fromAt: Date.parse(BEFORE) });
const request: WriteRequest = { key: 'key-1', occurredAt: SENT, changes: [change('11'), change('12')] };

/** Connections whose clients speak to scripted platforms, and what the ports told them. */
function over(http: ScriptedHttp, problem?: 'unavailable' | 'refused') {
  const rejected: string[] = [];
  const opened = <Client>(client: Client) =>
    Promise.resolve(problem === undefined ? { ok: true, value: { client, access: 'a token' } } : { ok: false, error: { kind: problem } });
  const connections = {
    shopify: () => opened(shopifyOver(http)),
    square: () => opened(squareOver(http)),
    rejected: (source: string, access: string) => rejected.push(`${source} ${access}`),
  };
  return { rejected, ports: stockPorts(connections as unknown as Connections, 'our-app', () => true) };
}

const square = async (...script: HttpAnswer[]) => over(scriptedHttp(...script)).ports.square.lookUp(request);
const logged = (reference: string) => ({ changes: [{ type: 'ADJUSTMENT', adjustment: { reference_id: reference } }] });

describe('the look-up of a write at Square', () => {
  it('finds all of it or none of it by the reference of any change', async () => {
    expect(await square(answers(logged('key-1/1')))).toEqual([true, true]);
    expect(await square(answers(logged('key-2/0')))).toEqual([false, false]);
  });

  it('cannot tell after a refusal, and is made later where Square does not answer or nobody is connected', async () => {
    expect(await square(answered(400, { errors: [{ category: 'INVALID_REQUEST_ERROR', code: 'BAD_REQUEST', detail: 'no' }] }))).toEqual([
      null,
      null,
    ]);
    expect(await square(NO_ANSWER)).toBe('later');
    expect(await over(scriptedHttp(), 'refused').ports.square.lookUp(request)).toBe('later');
  });
});

describe('the look-up of a write at Shopify', () => {
  const level = (id: string, units: number, updatedAt: string) => ({
    id: `gid://shopify/InventoryItem/${id}`,
    inventoryLevel: {
      updatedAt,
      quantities: [{ name: 'available', quantity: units }],
    },
  });
  const look = async (...nodes: (object | null)[]) => {
    const http = scriptedHttp(answers({ data: { nodes } }));
    const found = await over(http).ports.shopify.lookUp(request);
    expect(http.body(0)).toMatchObject({
      variables: {
        ids: ['gid://shopify/InventoryItem/11', 'gid://shopify/InventoryItem/12'],
        locationId: 'gid://shopify/Location/77',
      },
    });
    return found;
  };

  it('says for each item that it did not happen where the level is untouched, and nothing otherwise', async () => {
    expect(await look(level('11', 10, BEFORE), level('12', 8, '2026-11-20T12:00:01Z'))).toEqual([false, null]);
    expect(await look(null, level('12', 10, BEFORE))).toEqual([null, false]);
  });

  it('is made later where Shopify does not answer, or nobody is connected', async () => {
    expect(await over(scriptedHttp(NO_ANSWER)).ports.shopify.lookUp(request)).toBe('later');
    expect(await over(scriptedHttp(), 'unavailable').ports.shopify.lookUp(request)).toBe('later');
  });
});

describe("the reading of Square's log", () => {
  const read = (http: ScriptedHttp) => over(http).ports.square.log(['v1'], 'L1', SENT);

  it('names who made each change, and is tried later where Square does not answer or nobody is connected', async () => {
    const entry = (id: string, application: string) => ({
      type: 'ADJUSTMENT',
      adjustment: {
        id,
        catalog_object_id: 'v1',
        location_id: 'L1',
        from_state: 'IN_STOCK',
        to_state: 'SOLD',
        quantity: '1',
        created_at: '2026-11-20T12:00:01Z',
        source: { product: 'EXTERNAL_API', application_id: application, name: 'Some app' },
      },
    });
    const http = scriptedHttp(answers({ changes: [entry('a1', 'our-app'), entry('a2', 'another')] }));
    const found = await read(http);
    expect(found === 'later' ? found : found.get('v1')?.map(({ author }) => author)).toEqual(['ours', 'app']);
    expect(http.body(0)).toMatchObject({ catalog_object_ids: ['v1'], location_ids: ['L1'] });
    expect(await read(scriptedHttp(NO_ANSWER))).toBe('later');
    expect(await over(scriptedHttp(), 'refused').ports.square.log(['v1'], 'L1', SENT)).toBe('later');
  });

  it('has no counterpart at Shopify', async () => {
    expect(await over(scriptedHttp()).ports.shopify.log(['1'], '77', SENT)).toBe('later');
  });
});
