import type { Merchant } from './merchant';
import type { Platform } from './storm-catalog';

/** A platform's number at a time, as the API states it. */
export interface NumberAt {
  /** Absent when it is not known. */
  readonly quantity?: number;
  readonly arriving: number;
  /** When the number after an unknown time was recorded; '' when no line tells. */
  readonly known_from: string;
}

/** A line of a timeline, as far as it is used. */
export interface TimelineLine {
  readonly row: {
    readonly date: string;
    /** 'Shelfbridge' where the app found a change itself, without a webhook. */
    readonly originator: string;
    readonly location_name: string;
  };
  /** When the platform says that it changed; absent in lines that are no changes from outside. */
  readonly changed_at?: string;
  readonly shopify_quantity?: number;
  readonly square_quantity?: number;
}

interface Timeline {
  readonly lines: readonly TimelineLine[];
  readonly shopify: NumberAt | null;
  readonly square: NumberAt | null;
}

/** The most lines that one request returns; no SKU of a test has more. */
const MOST = 200;

/** Asks again while the history is being prepared, which the answer says. */
async function ask(merchant: Merchant, body: object): Promise<Timeline> {
  for (;;) {
    try {
      return (await merchant.rpc('sh.History/GetTimeline', body)) as Timeline;
    } catch (error) {
      if (!String(error).includes('is being prepared')) throw error;
    }
  }
}

/** All lines of a SKU, the newest first. */
export async function timelineOf(merchant: Merchant, sku: string): Promise<readonly TimelineLine[]> {
  const { lines } = await ask(merchant, { sku, limit: MOST });
  if (lines.length === MOST) throw new Error(`${sku} has more than one page of lines`);
  return lines;
}

/** Both numbers of a SKU after its newest line; null when it has none. */
export async function newestNumbers(merchant: Merchant, sku: string): Promise<Readonly<Record<Platform, number | undefined>> | null> {
  const [line] = (await ask(merchant, { sku, limit: 1 })).lines;
  return line === undefined ? null : { shopify: line.shopify_quantity, square: line.square_quantity };
}

/** Both numbers of a SKU at a time (ms since 1970). */
export async function numbersAt(merchant: Merchant, sku: string, at: number): Promise<Readonly<Record<Platform, NumberAt>>> {
  const { shopify, square } = await ask(merchant, { sku, at: new Date(at).toISOString(), limit: 1 });
  if (shopify === null || square === null) throw new Error(`no numbers of ${sku} at ${at}`);
  return { shopify, square };
}
