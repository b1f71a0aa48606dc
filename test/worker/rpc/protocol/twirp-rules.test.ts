import { SELF } from 'cloudflare:test';
import { beforeAll, describe, expect, it } from 'vitest';

import { writeMessage } from '../../../../src/worker/rpc/body';
import { APP, WORKER } from '../../support/browser';
import { textLike } from '../../support/like';
import { effects, newWorld, post, type World } from '../rpc-world';
import { METHODS, type Method } from './methods';

/** Twirp's own rules (wire protocol, version 7), for every method in both encodings, at an endpoint without platforms. */

const JSON_TYPE = 'application/json';
const BINARY_TYPE = 'application/protobuf';

/** A caller with access to every method, one for the whole file. */
let world: World;

beforeAll(async () => {
  world = await newWorld('operator');
});

const TEN_MEGABYTES = new Uint8Array(10_000_000).fill(0x20);

/** A length that exceeds the rest of the body. */
const CUT_SHORT = Uint8Array.of(0x0a, 0x20, 0x01);

/** Field 1000, a number, and field 1001, three bytes. */
const FROM_THE_FUTURE = Uint8Array.of(0xc0, 0x3e, 0x07, 0xca, 0x3e, 0x03, 0x01, 0x02, 0x03);

/** A body whose connection is lost after its first byte. */
function brokenOff(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: (controller) => {
      controller.enqueue(Uint8Array.of(0x7b));
      controller.error(new Error('the connection was lost'));
    },
  });
}

interface Refusal {
  readonly code: string;
  readonly msg: string;
}

async function refusalOf(path: string, body: BodyInit, type: string | null, method = 'POST'): Promise<{ status: number; code: string }> {
  world.asked.length = 0;
  const response = await post(world, path, body, { method, headers: { 'content-type': type } });
  expect(response.headers.get('content-type')).toBe(JSON_TYPE);
  const { code, msg } = await response.json<Refusal>();
  expect(msg).not.toBe('');
  expect(world.asked).toEqual([]);
  return { status: response.status, code };
}

/** Returns how a body is handled: `ok`, or the code of the refusal, no matter what refuses it. */
async function outcomeOf(path: string, body: BodyInit, type: string): Promise<string> {
  const response = await post(world, path, body, { headers: { 'content-type': type } });
  return response.status === 200 ? 'ok' : (await response.json<Refusal>()).code;
}

const BAD_ROUTE = { status: 404, code: 'bad_route' };
const MALFORMED = { status: 400, code: 'malformed' };
/** The codes with which the endpoint itself refuses a body that it cannot read. */
const UNREADABLE = ['malformed', 'bad_route', 'internal'];

describe.each(METHODS)('$path', (method: Method) => {
  const { path } = method;

  it('is called only by POST, under its own name, as one of two content types', async () => {
    for (const verb of ['PUT', 'DELETE', 'PATCH']) expect(await refusalOf(path, '{}', JSON_TYPE, verb), verb).toEqual(BAD_ROUTE);
    expect(await refusalOf(path, '', JSON_TYPE, 'GET')).toEqual(BAD_ROUTE);
    const [service = '', name = ''] = path.split('/');
    const wrong = [
      `${service}/${name.charAt(0).toLowerCase()}${name.slice(1)}`,
      `${service}/${name}x`,
      `${service}x/${name}`,
      service.replace('sh.', ''),
    ];
    for (const other of wrong) expect(await refusalOf(other, '{}', JSON_TYPE), other).toEqual(BAD_ROUTE);
    for (const type of [null, 'text/plain', 'application/json+proto', 'application/x-protobuf', 'application/grpc', 'application/jsonx']) {
      expect(await refusalOf(path, new Uint8Array(0), type), String(type)).toEqual(BAD_ROUTE);
    }
  });

  it('accepts an empty binary message, but not empty JSON', async () => {
    expect(UNREADABLE).not.toContain(await outcomeOf(path, new Uint8Array(0), BINARY_TYPE));
    expect(await refusalOf(path, '', JSON_TYPE)).toEqual(MALFORMED);
    expect(UNREADABLE).not.toContain(await outcomeOf(path, '{}', JSON_TYPE));
    expect(UNREADABLE).not.toContain(await outcomeOf(path, '\uFEFF \n{ } ', JSON_TYPE));
  });

  it('refuses a body that is truncated, of another shape, not UTF-8, or ten megabytes long', async () => {
    for (const body of ['{', '{"', '[]', 'null', '1', '"{}"', '{}{}']) {
      expect(await refusalOf(path, body, JSON_TYPE), body).toEqual(MALFORMED);
    }
    expect(await refusalOf(path, Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d), JSON_TYPE)).toEqual(MALFORMED);
    expect(await refusalOf(path, TEN_MEGABYTES, JSON_TYPE)).toEqual(MALFORMED);
    expect(await refusalOf(path, CUT_SHORT, BINARY_TYPE)).toEqual(MALFORMED);
    expect(await refusalOf(path, TEN_MEGABYTES, BINARY_TYPE)).toEqual(MALFORMED);
  });

  it('treats an interrupted body as malformed, not as a call and not as an internal error', async () => {
    for (const type of [JSON_TYPE, BINARY_TYPE]) {
      world.asked.length = 0;
      const response = await post(world, path, brokenOff(), { headers: { 'content-type': type } });
      expect(await response.json()).toMatchObject({ code: 'malformed', msg: 'The body is incomplete.' });
      expect(world.asked).toEqual([]);
    }
  });

  it('ignores unknown fields', async () => {
    const plain = await outcomeOf(path, '{}', JSON_TYPE);
    expect(await outcomeOf(path, '{"from_the_future":{"deep":[1,null,"x"]}}', JSON_TYPE)).toBe(plain);
    expect(await outcomeOf(path, FROM_THE_FUTURE, BINARY_TYPE)).toBe(plain);
  });

  it('responds in the encoding of the request, whatever else is accepted', async () => {
    for (const type of [JSON_TYPE, BINARY_TYPE]) {
      for (const accept of ['*/*', 'text/html', type === JSON_TYPE ? BINARY_TYPE : JSON_TYPE]) {
        const body = type === JSON_TYPE ? '{}' : new Uint8Array(0);
        const headers = { 'content-type': `${type}; charset=UTF-8`, accept };
        const response = await post(world, path, body, { headers });
        expect(response.headers.get('content-type')).toBe(response.status === 200 ? type : JSON_TYPE);
        await response.arrayBuffer();
      }
    }
  });

  it('requires valid UTF-8 in both encodings', async () => {
    const field = method.input.fields.find((one) => one.kind === 'scalar' && one.T === 9 && one.repeat === 0);
    if (field === undefined) return;
    expect(await refusalOf(path, `{"${field.name}":"\\ud800"}`, JSON_TYPE)).toEqual(MALFORMED);
    expect(await refusalOf(path, Uint8Array.of((field.no << 3) | 2, 2, 0xc3, 0x28), BINARY_TYPE)).toEqual(MALFORMED);
    const whole = `{"${field.name}":"Zażółć 🐸 \\ud83d\\udc38"}`;
    expect(UNREADABLE).not.toContain(await outcomeOf(path, whole, JSON_TYPE));
  });

  it('writes every field of its response in JSON, under its own name', async () => {
    const { body } = writeMessage('json', method.output, method.output.create());
    const written = await new Response(body).json<Record<string, unknown>>();
    const expected = method.output.fields.filter(({ opt, kind }) => kind === 'message' || !opt).map(({ name }) => name);
    expect(Object.keys(written).toSorted()).toEqual(expected.toSorted());
  });
});

describe('numbers and booleans in JSON', () => {
  const inventory = (table: string): Promise<string> => outcomeOf('sh.Inventory/GetInventory', `{"table":${table}}`, JSON_TYPE);
  const quantity = (value: string): Promise<string> =>
    outcomeOf('sh.Inventory/SaveInventoryQuantity', `{"source":"shopify","variant_id":"101","quantity":${value}}`, JSON_TYPE);
  const settings = (value: string): Promise<string> =>
    outcomeOf('sh.Account/SaveAccountSettings', `{"account_name":"a",${value}}`, JSON_TYPE);

  it.each(['5', '"5"', '5.0', '5e0', '"5.0"', 'null'])('accepts %s as an integer', async (text) => {
    expect(await inventory(`{"limit":${text}}`)).toBe('ok');
  });

  it.each(['1.5', '"ten"', 'true', '[]', '{}', '2147483648', '-2147483649', '"NaN"', '1e100'])(
    'does not accept %s as an integer',
    async (text) => {
      expect(await inventory(`{"limit":${text}}`)).toBe('malformed');
    },
  );

  it.each([
    ['2.5', 250_000],
    ['"2.5"', 250_000],
    ['-3', -300_000],
    ['1e2', 10_000_000],
  ])('accepts %s as a quantity', async (text, steps) => {
    world.asked.length = 0;
    // The object has no such variant.
    expect(await quantity(text)).toBe('not_found');
    expect(effects(world)).toEqual([`saveQuantity[{"source":"shopify","variantId":"101","quantity":${steps},"by":"merchant"}]`]);
  });

  it.each([
    ['"NaN"', 'invalid_argument'],
    ['"Infinity"', 'invalid_argument'],
    ['"-Infinity"', 'invalid_argument'],
    ['1e999', 'malformed'],
    ['null', 'invalid_argument'],
    ['true', 'malformed'],
  ])('does not accept %s as a quantity: %s', async (text, code) => {
    expect(await quantity(text)).toBe(code);
  });

  it('distinguishes booleans from other values', async () => {
    expect(await settings('"apply_max_quantity":true,"max_quantity_update":5')).toBe('ok');
    expect(await settings('"applyMaxQuantity":true,"maxQuantityUpdate":5')).toBe('ok');
    for (const word of ['"true"', '1', '"no"']) expect(await settings(`"apply_max_quantity":${word}`), word).toBe('malformed');
  });

  it('writes a 64-bit number as a string', async () => {
    const response = await post(world, 'sh.Account/GetAccountStatus');
    expect(await response.json()).toMatchObject({ revision: textLike(/^\d+$/u), oldest_under_way_ms: '0' });
  });
});

describe('a message that is nested too deeply', () => {
  it('causes no error worse than malformed, at any depth', async () => {
    const deep = '{"a":'.repeat(180_000);
    expect(await outcomeOf('sh.Inventory/GetInventory', deep, JSON_TYPE)).toBe('malformed');
    const closed = `${'['.repeat(400_000)}${']'.repeat(400_000)}`;
    expect(await outcomeOf('sh.Inventory/GetInventory', `{"x":${closed}}`, JSON_TYPE)).toMatch(/^(?:ok|malformed)$/u);
    const groups = new Uint8Array(900_000).fill(0x0b);
    expect(await outcomeOf('sh.Inventory/GetInventory', groups, BINARY_TYPE)).toBe('malformed');
  });
});

describe('the whole Worker', () => {
  const knock = (path: string, init: RequestInit = {}): Promise<Response> =>
    SELF.fetch(`${WORKER}${path}`, { method: 'POST', headers: { 'content-type': JSON_TYPE, origin: APP }, body: '{}', ...init });

  it.each([
    '/rpc',
    '/rpc/',
    '/rpc/sh.Session',
    '/rpc/sh.Session/',
    '/rpc/sh.Session/GetSessionData/',
    '/rpc/sh.Session/GetSessionData/x',
    '/rpc//GetSessionData',
    '/rpc/sh.Session%2FGetSessionData',
    '/rpc/sh.Session/__proto__',
    '/rpc/constructor/prototype',
  ])('has no route %s', async (path) => {
    const response = await knock(path);
    expect(response.headers.get('content-type')).toBe(JSON_TYPE);
    expect({ status: response.status, code: (await response.json<Refusal>()).code }).toEqual(BAD_ROUTE);
  });

  it('handles the next call after one that was aborted', async () => {
    const given = new AbortController();
    const call = knock('/rpc/sh.Session/GetAppInfo', { signal: given.signal });
    given.abort();
    await expect(call).rejects.toThrow(/abort/iu);
    expect((await knock('/rpc/sh.Session/GetAppInfo')).status).toBe(200);
  });
});
