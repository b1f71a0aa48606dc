import { env, runInDurableObject } from 'cloudflare:test';
import { expect, it } from 'vitest';

import type { TokenGrant } from '../../../../src/durable/api/account-api';
import { openConnections, type Connections } from '../../../../src/durable/connections/connections';
import { openDatabase, type Database } from '../../../../src/durable/store/database';
import type { Fetch } from '../../../../src/platforms/http';
import { ENVIRONMENT, configOf } from '../../../platforms/support/environment';
import { accountId } from '../../../support/account-id';

/** What a scripted platform does with one request. It runs in the object, so the Response belongs to the object. */
export type Reaction = (request: { url: string; body: string }) => Response | Promise<Response>;

type OnCondition = NonNullable<Parameters<typeof openConnections>[0]['onCondition']>;

/** One account's connections on real SQLite, with a clock that only moves on request and a scripted platform. */
export interface ConnectionWorld {
  readonly db: Database;
  readonly connections: Connections;
  /** Returns the same account after a restart, without what was in memory. `env` may differ, as after a new deployment. */
  restarted(env?: Readonly<Record<string, string>>, onCondition?: OnCondition): Connections;
  /** Returns another account on the same table, as if its row had been copied here. */
  otherAccount(): Connections;
  advance(ms: number): void;
  now(): number;
  /** Answers the next requests, in order. */
  script(...reactions: readonly Reaction[]): void;
  readonly requests: readonly { readonly url: string; readonly body: string }[];
  /** The stored row of a source, as text. */
  row(source: 'shopify' | 'square'): string;
}

const START = Date.UTC(2026, 10, 20, 10);
let objects = 0;

/** Runs a test inside a fresh object. */
export async function inWorld(test: (world: ConnectionWorld) => Promise<void>): Promise<void> {
  objects += 1;
  const stub = env.ACCOUNT.get(env.ACCOUNT.idFromName(String(910_000 + objects)));
  await runInDurableObject(stub, async (_, state) => {
    const db = openDatabase(state.storage);
    await test(worldOver(db));
  });
}

/** A test inside a fresh object. */
export function worldTest(title: string, test: Parameters<typeof inWorld>[0]): void {
  it(title, () => inWorld(test));
}

/** Expects what a call gets: Shopify's access token, or why there is none. */
export async function expectToken(connections: Connections, expected: string): Promise<void> {
  expect(await token(connections)).toBe(expected);
}

/** What a call gets: Shopify's access token, or why there is none. */
export async function token(connections: Connections): Promise<string> {
  const access = await connections.accessToken('shopify');
  return access.ok ? access.value.accessToken : access.error.kind;
}

/** Shopify grants tokens for an hour. */
export async function grantHour(world: ConnectionWorld, name = '1'): Promise<void> {
  await world.connections.grant('shopify', SHOP, grantOf(name, world.now() + HOUR));
}

function worldOver(db: Database): ConnectionWorld {
  let now = START;
  const reactions: Reaction[] = [];
  const requests: { url: string; body: string }[] = [];
  const fetch: Fetch = async (url, init) => {
    const request = { url, body: typeof init?.body === 'string' ? init.body : '' };
    requests.push(request);
    const reaction = reactions.shift();
    if (reaction === undefined) throw new Error(`no reaction is scripted for ${url}`);
    return reaction(request);
  };
  const open = (id: string, vars = ENVIRONMENT, onCondition: OnCondition = () => {}): Connections =>
    openConnections({ db, accountId: accountId(id), config: configOf(vars), fetch, now: () => now, onCondition });
  return {
    db,
    requests,
    connections: open('1'),
    restarted: (vars, onCondition) => open('1', vars, onCondition),
    otherAccount: () => open('2'),
    advance: (ms) => {
      now += ms;
    },
    now: () => now,
    script: (...more) => {
      reactions.push(...more);
    },
    row: (source) => db.row<{ body: string }>('select body from connection where source = ?', source)?.body ?? '',
  };
}

/** Tokens as Shopify grants them, with distinct names. */
export function grantOf(name: string, expiresAt: number | null, more: Partial<TokenGrant> = {}): TokenGrant {
  return {
    accessToken: `access-${name}`,
    refreshToken: `refresh-${name}`,
    expiresAt,
    refreshExpiresAt: null,
    scopes: ['write_products', 'write_inventory', 'read_locations'],
    ...more,
  };
}

/** Shopify’s answer to a renewal. */
export function renewed(name: string): Reaction {
  return () =>
    Response.json({
      access_token: `access-${name}`,
      scope: 'write_products',
      expires_in: 3_600,
      refresh_token: `refresh-${name}`,
      refresh_token_expires_in: 7_776_000,
    });
}

/** A connection that breaks before or after the effect; it is unknown which. */
export const LOST: Reaction = () => Promise.reject(new Error('Network connection lost.'));

/** A definite refusal by a token endpoint. */
export const REFUSED: Reaction = () => Response.json({ error: 'invalid_grant' }, { status: 400 });

/** The same refusal, worded as Shopify does in production. */
export const DEAD_GRANT: Reaction = () =>
  Response.json({ error: 'invalid_request', error_description: 'This request requires an active refresh_token' }, { status: 401 });

export const HOUR = 3_600_000;
export const SHOP = 'demo.myshopify.com';
