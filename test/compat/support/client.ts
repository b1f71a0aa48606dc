import { env, runInDurableObject, SELF } from 'cloudflare:test';
import { expect, vi } from 'vitest';

import { SANDBOX } from './sandbox';

/** Where the page and the Worker are. */
export const APP = 'http://localhost:8787';
export const WORKER = 'http://localhost:8788';

/** A request of the product to a platform. */
export interface PlatformRequest {
  readonly method: string;
  readonly url: string;
  /** '' for none. */
  readonly body: string;
}

/** Answers a request to a platform, or sends it on. Null leaves it unanswered. */
export type PlatformHandler = (request: PlatformRequest, send: () => Promise<Response>) => Promise<Response> | null;

let handler: PlatformHandler = (_, send) => send();

/** Requests to the platforms that the present handler has not answered yet. */
let pending = new Set<PlatformRequest>();

const realFetch = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  const request = { method: init?.method ?? 'GET', url, body: typeof init?.body === 'string' ? init.body : '' };
  const answer = handler(request, () => realFetch(input, init));
  if (answer === null) return new Promise<Response>(() => undefined);
  const own = pending.add(request);
  try {
    return await answer;
  } finally {
    own.delete(request);
  }
};

/** Lets a handler decide from now on what happens to the product's requests to the platforms. */
export function interceptPlatforms(next: PlatformHandler): void {
  handler = next;
  pending = new Set();
}

/** A browser's cookies. */
export class CookieJar {
  readonly #values = new Map<string, string>();

  /** The Cookie header; '' without cookies. */
  get header(): string {
    return [...this.#values].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Replaces all cookies with those of a Cookie header. */
  set header(header: string) {
    this.#values.clear();
    for (const part of header.split('; ')) this.#values.set(part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1));
  }

  /** Keeps the cookies that an answer sets. */
  keep(answer: Response): void {
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split('=');
      if (value === '') this.#values.delete(name);
      else this.#values.set(name, value);
    }
  }
}

/** Opens an address of the product or the sandbox as a browser does. Redirects are not followed. */
export async function open(address: string, cookies: CookieJar): Promise<Response> {
  const to = address.startsWith(SANDBOX) ? env.SANDBOX : SELF;
  const headers = { accept: 'text/html', ...(cookies.header !== '' && { cookie: cookies.header }) };
  const answer = await to.fetch(address, { redirect: 'manual', headers });
  cookies.keep(answer);
  return answer;
}

/** The address that an answer redirects to; '' without one. Discards the body. */
export async function locationOf(answer: Response): Promise<string> {
  await answer.body?.cancel();
  const location = answer.headers.get('location');
  return location === null ? '' : new URL(location, answer.url).href;
}

/** Follows redirects through the product and the sandbox until they lead to a page of the app. */
export async function follow(address: string, cookies: CookieJar): Promise<void> {
  for (let next = address; next !== '' && !/^http:\/\/localhost:8787\/\w*(?:\?.*)?$/u.test(next);) {
    next = await locationOf(await open(next, cookies));
  }
}

/** Calls a method in JSON. The caller states the answer's type. */
export async function call<T>(method: string, cookies: CookieJar, message: object = {}): Promise<T> {
  const headers = { 'content-type': 'application/json', origin: APP, cookie: cookies.header };
  const answer = await SELF.fetch(`${WORKER}/rpc/${method}`, { method: 'POST', headers, body: JSON.stringify(message) });
  return answer.json<T>();
}

type Tables = Record<string, Record<string, unknown>[]>;

async function objectRows(accountId: string): Promise<Tables> {
  return runInDurableObject(env.ACCOUNT.getByName(accountId), (_, { storage: { sql } }) => {
    const tables = sql.exec<{ name: string }>("select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\'");
    return Object.fromEntries(tables.toArray().map(({ name }) => [name, sql.exec(`select * from "${name}"`).toArray()]));
  });
}

async function sharedRows(): Promise<Tables> {
  const { results } = await env.DB.prepare(
    "select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\' and name not like 'sqlite%' order by name",
  ).all<{ name: string }>();
  const rows = await env.DB.batch<Record<string, unknown>>(results.map(({ name }) => env.DB.prepare(`select * from "${name}"`)));
  return Object.fromEntries(results.map(({ name }, index) => [name, rows[index]?.results ?? []]));
}

/** All rows of D1 and of every account object, as one text. */
async function storedState(): Promise<string> {
  const shared = await sharedRows();
  return JSON.stringify([shared, await Promise.all((shared['accounts'] ?? []).map(({ id }) => objectRows(String(id))))]);
}

/** How long, and how often (ms), the product is waited for. */
export const LIMITS = { timeout: 180_000, interval: 60 };

/** Waits until every request to a platform is answered and stored rows stay the same. */
export async function waitUntilQuiet(): Promise<void> {
  let before = '';
  await vi.waitFor(async () => {
    const state = await storedState();
    const isSame = state === before;
    before = state;
    expect(
      [...pending].map(({ url }) => url),
      'requests without an answer',
    ).toEqual([]);
    expect(isSame, 'stored rows stay the same').toBe(true);
  }, LIMITS);
}

/** Waits until no background task is open, or none with this name, and then until all is quiet. */
export async function waitUntilSettled(name = '%'): Promise<void> {
  const query = env.DB.prepare("select account, name, source from tasks where state in ('queued', 'running') and name like ?");
  await vi.waitFor(async () => {
    expect((await query.bind(name).all()).results, 'open tasks').toEqual([]);
  }, LIMITS);
  await waitUntilQuiet();
}

/** Runs the alarm of an account's object. */
export async function runAlarm(accountId: string): Promise<void> {
  await runInDurableObject(env.ACCOUNT.getByName(accountId), (instance) => (instance as unknown as { alarm(): Promise<void> }).alarm());
}

/** Asks the objects of these accounts, so that none is evicted for being idle: it would lose what it holds in memory. */
export async function keepInMemory(accounts: readonly string[]): Promise<void> {
  await Promise.all(accounts.map((accountId) => runInDurableObject(env.ACCOUNT.getByName(accountId), () => undefined)));
}
