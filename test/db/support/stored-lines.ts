import { env } from 'cloudflare:test';

import { packLines, type StoredLine } from '../../../src/domain/history/packed';

/** A random number from 0, below `below`; the same row of numbers in each run. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Stores lines as one batch, or as rows as an earlier release did. */
export async function storeLines(account: number, lines: readonly StoredLine[], as: 'batch' | 'rows' = 'batch'): Promise<void> {
  const [first, last] = [lines[0]?.seq ?? 0, lines.at(-1)?.seq ?? 0];
  const newest = Math.max(...lines.map(({ at }) => at));
  const statement =
    as === 'rows'
      ? env.DB.prepare(
          `insert into history (account, seq, at, originator, location, sku, fact)
            select ?, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value -> 5 from json_each(?)`,
        ).bind(account, packLines(lines))
      : env.DB.prepare('insert into history_batches (account, last, first, count, at, lines) values (?, ?, ?, ?, ?, ?)').bind(
          account,
          last,
          first,
          lines.length,
          newest,
          packLines(lines),
        );
  await statement.run();
}
