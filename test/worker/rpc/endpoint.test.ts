import { describe, expect, it } from 'vitest';

import { expectNoise } from '../../support/fail-on-noise';
import { textLike } from '../support/like';
import { newWorld, ORIGIN, post, sharedWorld, tasks, type Who, type World } from './rpc-world';

const COUNTS = 'sh.Inventory/GetInventoryCounts';

interface Row {
  readonly name: string;
  readonly path?: string;
  readonly method?: string;
  readonly body?: BodyInit;
  readonly headers?: Record<string, string | null>;
  readonly who?: Who;
  readonly flooded?: true;
  readonly status: number;
  readonly code: string;
  /** Whether the session may be looked up in the database. */
  readonly asksSession?: boolean;
}

const BAD: readonly Row[] = [
  { name: 'GET', method: 'GET', status: 404, code: 'bad_route' },
  { name: 'PUT', method: 'PUT', status: 404, code: 'bad_route' },
  { name: 'an unknown service', path: 'sh.Nothing/GetInventoryCounts', status: 404, code: 'bad_route' },
  { name: 'an unknown method', path: 'sh.Inventory/GetNothing', status: 404, code: 'bad_route' },
  { name: "a method's name in the wrong case", path: 'sh.Inventory/getInventoryCounts', status: 404, code: 'bad_route' },
  { name: "an object's own property as method", path: 'sh.Inventory/constructor', status: 404, code: 'bad_route' },
  { name: 'a path that is too short', path: 'sh.Inventory', status: 404, code: 'bad_route' },
  { name: 'a path that is too long', path: `${COUNTS}/more`, status: 404, code: 'bad_route' },
  { name: 'text/plain', headers: { 'content-type': 'text/plain' }, status: 404, code: 'bad_route' },
  { name: 'a form', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=b', status: 404, code: 'bad_route' },
  { name: 'a multipart form', headers: { 'content-type': 'multipart/form-data; boundary=x' }, status: 404, code: 'bad_route' },
  { name: 'a type that only begins like JSON', headers: { 'content-type': 'application/jsonp' }, status: 404, code: 'bad_route' },
  { name: 'no type', headers: { 'content-type': null }, body: new Uint8Array(0), status: 404, code: 'bad_route' },
  { name: 'a foreign Origin', headers: { origin: 'https://evil.example' }, status: 403, code: 'permission_denied' },
  { name: 'an opaque Origin', headers: { origin: 'null' }, status: 403, code: 'permission_denied' },
  { name: 'our host on another port as Origin', headers: { origin: 'http://localhost:8789' }, status: 403, code: 'permission_denied' },
  {
    name: 'a foreign Origin that claims to be of the same site',
    headers: { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    status: 403,
    code: 'permission_denied',
  },
  { name: 'a caller who calls too often', flooded: true, status: 429, code: 'resource_exhausted' },
  { name: 'no session', who: 'nobody', status: 401, code: 'unauthenticated', asksSession: true },
  {
    name: 'an account without access',
    who: 'unsubscribed',
    status: 403,
    code: 'permission_denied',
    asksSession: true,
  },
  {
    name: 'a merchant at an operators’ method',
    path: 'sh.Admin/AdminGetAccounts',
    status: 403,
    code: 'permission_denied',
    asksSession: true,
  },
  { name: 'a merchant at Test', path: 'sh.Session/Test', status: 403, code: 'permission_denied', asksSession: true },
  {
    name: 'a merchant who impersonates',
    path: 'sh.Session/ImpersonateDomain',
    body: '{"domain":"a.myshopify.com"}',
    status: 403,
    code: 'permission_denied',
    asksSession: true,
  },
  {
    name: 'a page that shows another account than its session is in by now',
    headers: { 'x-account-id': '999999' },
    status: 409,
    code: 'aborted',
    asksSession: true,
  },
  {
    name: 'the same page before it is told what it may not do',
    path: 'sh.Admin/AdminGetAccounts',
    headers: { 'x-account-id': '999999' },
    status: 409,
    code: 'aborted',
    asksSession: true,
  },
  {
    name: 'such a page whose session has ended',
    headers: { 'x-account-id': '999999' },
    who: 'nobody',
    status: 401,
    code: 'unauthenticated',
    asksSession: true,
  },
  { name: 'no body', body: '', status: 400, code: 'malformed', asksSession: true },
  { name: 'a body that is not JSON', body: '{"view":', status: 400, code: 'malformed', asksSession: true },
  { name: 'a body that is not UTF-8', body: new Uint8Array([0x7b, 0xff, 0x7d]), status: 400, code: 'malformed', asksSession: true },
  { name: 'a JSON list', body: '[]', status: 400, code: 'malformed', asksSession: true },
  { name: 'a JSON null', body: 'null', status: 400, code: 'malformed', asksSession: true },
  {
    name: 'a number where a text belongs',
    path: 'sh.Inventory/GetInventory',
    body: '{"view":3}',
    status: 400,
    code: 'malformed',
    asksSession: true,
  },
  {
    name: 'a text where a number belongs',
    path: 'sh.Inventory/GetInventory',
    body: '{"table":{"limit":"ten"}}',
    status: 400,
    code: 'malformed',
    asksSession: true,
  },
  {
    name: 'a fraction where a whole number belongs',
    path: 'sh.Inventory/GetInventory',
    body: '{"table":{"limit":1.5}}',
    status: 400,
    code: 'malformed',
    asksSession: true,
  },
  {
    name: 'a list where a message belongs',
    path: 'sh.Inventory/GetInventory',
    body: '{"table":[]}',
    status: 400,
    code: 'malformed',
    asksSession: true,
  },
  {
    name: 'a negative number where none fits',
    path: 'sh.Account/SaveAccountSettings',
    body: '{"account_name":"a","max_quantity_update":-1}',
    status: 400,
    code: 'malformed',
    asksSession: true,
  },
  {
    name: 'NaN',
    path: 'sh.Inventory/SaveInventoryQuantity',
    body: '{"quantity":"NaN"}',
    status: 400,
    code: 'invalid_argument',
    asksSession: true,
  },
  {
    name: 'Infinity',
    path: 'sh.Inventory/SaveInventoryQuantity',
    body: '{"quantity":"-Infinity"}',
    status: 400,
    code: 'invalid_argument',
    asksSession: true,
  },
  { name: 'a body above the cap', body: `{"x":"${'y'.repeat(1_000_001)}"}`, status: 400, code: 'malformed', asksSession: true },
  {
    name: 'a broken binary',
    headers: { 'content-type': 'application/protobuf' },
    path: 'sh.Inventory/GetInventory',
    body: new Uint8Array([0x0a, 0x20, 0x01]),
    status: 400,
    code: 'malformed',
    asksSession: true,
  },
];

const UUID = /^[\da-f-]{36}$/u;

/** Makes the rate limit refuse every call. */
function flood(world: World): World {
  Object.assign(world.services, { local: false });
  return { ...world, bindings: { ...world.bindings, CALLS: { limit: async () => ({ success: false }) } } };
}

describe('the RPC endpoint', () => {
  it.each(BAD)('refuses $name', async (row) => {
    const world = row.flooded === true ? flood(await newWorld()) : await sharedWorld(row.who ?? 'merchant');
    const response = await post(world, row.path ?? COUNTS, row.body ?? '{}', {
      ...(row.method === undefined ? {} : { method: row.method }),
      headers: row.headers ?? {},
    });
    const body = await response.json<{ code: string; msg: string; meta: { reference: string } }>();
    expect({ status: response.status, code: body.code }).toEqual({ status: row.status, code: row.code });
    expect(body.msg).not.toBe('');
    expect(body.meta.reference).toMatch(UUID);
    expect(response.headers.get('x-request-id')).toBe(body.meta.reference);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(world.asked).toEqual([]);
    if (row.asksSession !== true) expect(world.harness.touched.database).toBe(0);
    expect(await tasks(world)).toEqual([]);
  });

  it('refuses another site by Sec-Fetch-Site where no Origin is sent', async () => {
    for (const site of ['cross-site', 'same-site', 'none']) {
      const world = await sharedWorld('merchant');
      const response = await post(world, COUNTS, '{}', { headers: { origin: null, 'sec-fetch-site': site } });
      expect(response.status, site).toBe(403);
      expect(world.harness.touched.database).toBe(0);
    }
  });

  it('accepts a caller that is not a browser, and parameters of a media type', async () => {
    const world = await sharedWorld('merchant');
    const bare = await post(world, COUNTS, '{}', { headers: { origin: null, 'content-type': 'Application/JSON; charset=utf-8' } });
    expect(bare.status).toBe(200);
    const own = await post(world, COUNTS, '{}', { headers: { origin: null, 'sec-fetch-site': 'same-origin' } });
    expect(own.status).toBe(200);
  });

  it('accepts calls from a page that shows its session’s account, and GetSessionData from any page', async () => {
    const world = await sharedWorld('merchant');
    const own = await post(world, COUNTS, '{}', { headers: { 'x-account-id': String(world.account.id) } });
    expect(own.status).toBe(200);
    const asking = await post(world, 'sh.Session/GetSessionData', '{}', { headers: { 'x-account-id': '999999' } });
    expect(await asking.json()).toMatchObject({ account_id: String(world.account.id) });
  });

  it('refuses a body above the cap that does not state its length', async () => {
    const world = await sharedWorld('merchant');
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        controller.enqueue(new Uint8Array(65_536).fill(0x20));
      },
    });
    const response = await post(world, COUNTS, endless);
    expect(response.status).toBe(400);
  });

  it('hides an unexpected error from the caller, and logs all of it', async () => {
    const world = await newWorld();
    Object.assign(world.services, {
      account: () => {
        throw new Error('SQLITE_CORRUPT at /secret/path');
      },
    });
    expectNoise(
      /"event":"rpc.failed","reference":"[\da-f-]{36}","method":"sh.Inventory\/GetInventoryCounts","reason":"Error: SQLITE_CORRUPT at \/secret\/path"/u,
    );
    const response = await post(world, COUNTS);
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(JSON.parse(text)).toEqual({
      code: 'internal',
      msg: 'Something went wrong on our side.',
      meta: { reference: textLike(UUID) },
    });
  });

  it('maps every refusal to its code and status', async () => {
    const statuses = {
      invalid_argument: 400,
      not_found: 404,
      already_exists: 409,
      permission_denied: 403,
      unauthenticated: 401,
      resource_exhausted: 429,
      failed_precondition: 412,
      aborted: 409,
      unimplemented: 501,
      unavailable: 503,
      internal: 500,
    } as const;
    const world = await newWorld();
    for (const code of Object.keys(statuses) as (keyof typeof statuses)[]) {
      Object.assign(world.api, { inventory: async () => ({ ok: false, error: { code, message: `because ${code}` } }) });
      const response = await post(world, 'sh.Inventory/GetInventory');
      expect(response.status, code).toBe(statuses[code]);
      expect(await response.json(), code).toEqual({ code, msg: `because ${code}`, meta: { reference: textLike(UUID) } });
    }
  });
});

describe('calls from the page on its own port', () => {
  it('answers the preflight of only our own page', async () => {
    const world = await sharedWorld('merchant');
    const headers = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' };
    const own = await post(world, COUNTS, '', { method: 'OPTIONS', headers });
    expect(own.status).toBe(204);
    expect(Object.fromEntries(own.headers)).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type, x-account-id',
      'access-control-max-age': '7200',
      vary: 'Origin',
    });
    const foreign = await post(world, COUNTS, '', { method: 'OPTIONS', headers: { ...headers, origin: 'http://localhost:9999' } });
    expect(foreign.status).toBe(404);
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
    expect(world.harness.touched.database).toBe(0);
  });

  it('names the origin in responses and in errors', async () => {
    for (const who of ['merchant', 'nobody'] as const) {
      const response = await post(await sharedWorld(who), COUNTS);
      expect(response.headers.get('access-control-allow-origin')).toBe(ORIGIN);
      expect(response.headers.get('access-control-allow-credentials')).toBe('true');
      expect(response.headers.get('vary')).toBe('Origin');
    }
  });

  it('sends no CORS header in production', async () => {
    const world = await newWorld();
    Object.assign(world.services, { config: { ...world.services.config, appOrigin: 'https://app.example.com' } });
    const response = await post(world, COUNTS, '{}', { headers: { origin: 'https://app.example.com' } });
    expect(response.status).toBe(200);
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    const flight = await post(world, COUNTS, '', { method: 'OPTIONS', headers: { origin: 'https://app.example.com' } });
    expect(flight.status).toBe(404);
    const local = await post(world, COUNTS, '{}', { headers: { origin: ORIGIN } });
    expect(local.status).toBe(403);
  });
});
