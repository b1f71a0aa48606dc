import { env, runInDurableObject } from 'cloudflare:test';
import { vi } from 'vitest';

import type { RealWorld } from '../../support/worker-harness';

/** Every table of the shared database and of the accounts' objects, row by row, by name. */
export type State = Readonly<Record<string, readonly string[]>>;

/** Operator calls are audited even if they are refused, and sessions record when they were last seen. */
const RECORDS = new Set(['audit', 'sessions']);

const NOT_OURS = /^(?:sqlite_|_cf_|d1_)/u;

const TABLES = "select name from sqlite_master where type = 'table' order by name";

/** The time of the last request to Shopify is not part of the state, because refusals also depend on Shopify's response. */
const WHEN_ASKED = /"billing_checked_at":\d+,/u;

async function sharedDatabase(): Promise<[string, string[]][]> {
  const { results } = await env.DB.prepare(TABLES).all<{ name: string }>();
  const names = results.map(({ name }) => name).filter((name) => !NOT_OURS.test(name) && !RECORDS.has(name));
  const rows = await env.DB.batch(names.map((name) => env.DB.prepare(`select * from "${name}"`)));
  return names.map((name, index) => [name, (rows[index]?.results ?? []).map((row) => JSON.stringify(row).replace(WHEN_ASKED, ''))]);
}

async function objectOf(accountId: string): Promise<[string, string[]][]> {
  return runInDurableObject(env.ACCOUNT.getByName(accountId), (_, { storage: { sql } }) =>
    sql
      .exec<{ name: string }>(TABLES)
      .toArray()
      .filter(({ name }) => !NOT_OURS.test(name))
      .map(({ name }): [string, string[]] => [
        `${accountId}/${name}`,
        sql
          .exec(`select * from "${name}"`)
          .toArray()
          .map((row) => JSON.stringify(row, (_key, value: unknown) => (value instanceof ArrayBuffer ? [...new Uint8Array(value)] : value))),
      ]),
  );
}

/** Returns the stored state of the harness. */
export async function stateOf({ merchant, other, operator }: RealWorld): Promise<State> {
  const objects = await Promise.all([merchant, other, operator].map(({ accountId }) => objectOf(accountId)));
  return Object.fromEntries([...(await sharedDatabase()), ...objects.flat()]);
}

/** Returns the state once no background work is running. */
export async function quietState(world: RealWorld): Promise<State> {
  let before = '';
  return vi.waitFor(
    async () => {
      const state = await stateOf(world);
      const text = JSON.stringify(state);
      const same = text === before;
      before = text;
      if (!same) throw new Error('something still works in the background');
      return state;
    },
    { timeout: 180_000, interval: 100 },
  );
}

/** Returns what changed between two states: for each table the rows that were removed and added. */
export function difference(before: State, after: State): Record<string, { readonly gone: string[]; readonly come: string[] }> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.flatMap((name) => {
    const [old, now] = [new Set(before[name]), new Set(after[name])];
    const gone = [...old].filter((row) => !now.has(row));
    const come = [...now].filter((row) => !old.has(row));
    return gone.length + come.length === 0 ? [] : [[name, { gone, come }] as const];
  });
  return Object.fromEntries(changed);
}
