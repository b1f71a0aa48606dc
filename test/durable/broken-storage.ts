import { env, runInDurableObject } from 'cloudflare:test';
import { vi } from 'vitest';

import { STORAGE_LIMIT_BYTES } from '../../src/domain/account/storage-use';
import type { Merchant } from './account-harness';

/** Cloudflare's words for a Durable Object whose 10 GB are used up: reads and deletions continue (durable-objects/platform/limits). */
const OBJECT_FULL = 'database or disk is full: SQLITE_FULL';

/** D1's words for a database whose 10 GB are used up. */
const D1_FULL = 'D1_ERROR: Exceeded maximum DB size';

/** Statements that add to a database; a table that is there is not created. */
const ADDS = /^\s*(?:insert|update|replace|alter|create(?! table if not exists)|with\b[^]*\binsert)/iu;

type Method = (this: object, ...given: unknown[]) => unknown;

/** Fails every statement that adds to the storage of account objects, until the returned function is called. */
export async function fillObjects(merchant: Merchant): Promise<() => void> {
  let undo = (): void => undefined;
  await runInDurableObject(merchant.stub(), (_, state) => {
    const prototype = Reflect.getPrototypeOf(state.storage.sql) as { exec: Method; databaseSize: number };
    const spies = [
      wrap(prototype as never, 'exec', (call, given, self) => {
        if (ADDS.test(String(given[0]))) throw new Error(OBJECT_FULL);
        return call(self, ...given);
      }),
      vi.spyOn(prototype, 'databaseSize', 'get').mockReturnValue(STORAGE_LIMIT_BYTES),
    ];
    undo = () => {
      for (const spy of spies) spy.mockRestore();
    };
  });
  return undo;
}

/** Fails every statement that adds to D1, until the returned function is called. */
export function fillD1(): () => void {
  const texts = new WeakMap<object, string>();
  const statement = env.DB.prepare('select 1');
  const statements = Reflect.getPrototypeOf(statement) as Record<string, Method>;
  const database = Reflect.getPrototypeOf(env.DB) as Record<string, Method>;
  const fails = (one: unknown): boolean => ADDS.test(texts.get(one as object) ?? '');
  const spies = [
    wrap(database, 'prepare', (call, [sql], self) => remember(call(self, sql), String(sql))),
    wrap(statements, 'bind', (call, given, self) => remember(call(self, ...given), texts.get(self) ?? '')),
    ...['run', 'all', 'first', 'raw'].map((name) =>
      wrap(statements, name, async (call, given, self) => {
        if (fails(self)) throw new Error(D1_FULL);
        return call(self, ...given);
      }),
    ),
    wrap(database, 'batch', async (call, given, self) => {
      if ((given[0] as unknown[]).some(fails)) throw new Error(D1_FULL);
      return call(self, ...given);
    }),
  ];
  function remember(made: unknown, sql: string): unknown {
    texts.set(made as object, sql);
    return made;
  }
  return () => {
    for (const spy of spies) spy.mockRestore();
  };
}

type Wrapped = (call: (self: object, ...given: unknown[]) => unknown, given: unknown[], self: object) => unknown;

function wrap(holder: Record<string, Method>, name: string, wrapped: Wrapped) {
  const real = holder[name];
  if (real === undefined) throw new Error(`nothing to wrap: ${name}`);
  return vi.spyOn(holder, name).mockImplementation(function instead(this: object, ...given: unknown[]): unknown {
    return wrapped((self, ...values) => Reflect.apply(real, self, values), given, this);
  });
}
