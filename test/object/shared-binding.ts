import type { Executed, MemoryDatabase } from '../../scripts/sim/object/shims/sqlite';

interface Statement {
  readonly sql: string;
  readonly values: readonly unknown[];
}

const resultOf = ({ rows, written, lastId }: Executed): object => ({
  success: true,
  results: rows,
  meta: { changes: written, last_row_id: lastId },
});

/** The binding of a D1 over a database in memory; every query succeeds immediately. */
export function bindingOf(database: MemoryDatabase): D1Database {
  const prepare = (sql: string, values: readonly unknown[] = []): object => ({
    stated: { sql, values } satisfies Statement,
    bind: (...bound: unknown[]) => prepare(sql, bound),
    all: async () => resultOf(database.run(sql, values)),
    run: async () => resultOf(database.run(sql, values)),
    first: async () => database.run(sql, values).rows[0] ?? null,
    raw: async () => database.arrays(sql, values),
  });
  const binding = {
    prepare: (sql: string) => prepare(sql),
    batch: async (statements: readonly { readonly stated: Statement }[]) =>
      statements.map(({ stated }) => resultOf(database.run(stated.sql, stated.values))),
  };
  return binding as unknown as D1Database;
}
