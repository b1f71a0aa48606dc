import { env } from 'cloudflare:test';

/** D1, with what the product's statements cost there. */
export function metered(): { readonly database: D1Database; readonly cost: { runs: number; read: number; written: number } } {
  const cost = { runs: 0, read: 0, written: 0 };
  const counting = (statement: D1PreparedStatement): object => {
    const count = async (call: () => Promise<D1Result>): Promise<D1Result> => {
      const result = await call();
      cost.runs += 1;
      cost.read += result.meta.rows_read;
      cost.written += result.meta.rows_written;
      return result;
    };
    return {
      bind: (...values: unknown[]) => counting(statement.bind(...values)),
      run: async () => count(async () => statement.run()),
      all: async () => count(async () => statement.all()),
      // Drizzle reads typed queries as lists of values, which come without what they cost.
      raw: async () => statement.raw(),
    };
  };
  return { database: { prepare: (sql: string) => counting(env.DB.prepare(sql)) } as unknown as D1Database, cost };
}
