import type { Merchant } from './merchant';
import type { Platform } from './storm-catalog';

/** One line of history, as the merchant reads it. */
export interface HistoryRow {
  readonly date: string;
  readonly originator: string;
  readonly sku: string;
  readonly message: string;
}

/** Both sides' numbers in a line that starts or ends a link, and, for one that ends a link, what is still to be sent to each side. */
export interface LinkLine {
  readonly sku: string;
  /** ms since 1970. */
  readonly at: number;
  readonly units: Readonly<Record<Platform, number>>;
  readonly pending: Readonly<Record<Platform, number>>;
}

/** All lines of SKUs that contain this text, oldest first. */
export async function historyOf(merchant: Merchant, sku: string): Promise<readonly HistoryRow[]> {
  const rows: HistoryRow[] = [];
  for (let page = 0; ; page += 1) {
    const { history_rows: more } = (await merchant.rpc('sh.History/GetHistory', { sku_query: sku, table: { limit: 1_000, page } })) as {
      history_rows: HistoryRow[];
    };
    rows.push(...more);
    if (more.length < 1_000) return rows.toReversed();
  }
}

const NUMBERS = /^(?<kind>Linked|No longer linked): (?:[^.]*\. )?Shopify (?<shopify>-?\d+), Square (?<square>-?\d+)\./u;
const PENDING = /Still to be sent: (?<list>[^.]*)\./u;

/** Reads the line of a link that starts (`Linked`) or ends (`No longer linked`); null for any other line. */
export function readLinkLine(row: HistoryRow, kind: 'Linked' | 'No longer linked'): LinkLine | null {
  const { groups } = NUMBERS.exec(row.message) ?? {};
  if (groups === undefined || groups['kind'] !== kind) return null;
  const list = PENDING.exec(row.message)?.groups?.['list'] ?? '';
  const pending = (platform: string) => Number(new RegExp(`([+-]\\d+) for ${platform}`, 'u').exec(list)?.[1] ?? 0);
  return {
    sku: row.sku,
    at: Date.parse(row.date),
    units: { shopify: Number(groups['shopify']), square: Number(groups['square']) },
    pending: { shopify: pending('Shopify'), square: pending('Square') },
  };
}
