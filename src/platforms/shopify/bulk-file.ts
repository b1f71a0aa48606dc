import type { SideVariant } from '../../domain/catalog/side-variant';
import type { PlatformFailure } from '../failure';
import type { Http } from '../http';
import { parseJson } from '../json';
import { decodeVariant } from './decode';

/** A part of a bulk file as it is read. The last part is `end` or `failed`. */
export type BulkPart =
  /** The variants of the lines read completely, and the byte where the next line starts: reading can resume there. */
  | { readonly kind: 'variants'; readonly variants: readonly SideVariant[]; readonly nextByte: number }
  | { readonly kind: 'end'; readonly nextByte: number }
  | { readonly kind: 'failed'; readonly failure: PlatformFailure };

/** Maximum length of a line; ours are about 600 bytes. Guards against a file of another type. */
const MAX_LINE_BYTES = 1024 * 1024;

/** How long the stream may be silent before the connection counts as lost, in ms. */
const IDLE_MS = 30_000;

/**
 * Returns whether a bulk file's address may be fetched: Shopify stores the files in Google's storage or on its own
 * hosts; a file may also be on the origin of the shop's Admin. No other address in an answer is followed.
 */
export function isBulkFileAddress(address: string, shopOrigin: string): boolean {
  const url = URL.parse(address);
  if (url === null || url.username !== '') return false;
  if (url.origin === URL.parse(shopOrigin)?.origin) return true;
  const host = url.hostname;
  const known =
    host === 'storage.googleapis.com' || ['.shopify.com', '.shopifycloud.com', '.shopifysvc.com'].some((end) => host.endsWith(end));
  return url.protocol === 'https:' && known;
}

/**
 * Reads a bulk operation's file (one JSON object per line) as it arrives, from a given byte, holding at most a chunk
 * and a line in memory. A line that is not a variant ends the read: skipping it would look like the variant's deletion.
 */
export async function* readBulkFile(
  http: Http,
  file: { readonly url: string; readonly shopOrigin: string; readonly fromByte: number },
): AsyncGenerator<BulkPart, void, void> {
  if (!isBulkFileAddress(file.url, file.shopOrigin)) {
    yield refused('the bulk file lies with a host that is not Shopify’s');
    return;
  }
  const headers: Record<string, string> = file.fromByte === 0 ? {} : { range: `bytes=${file.fromByte}-` };
  const answer = await http.open({ method: 'GET', url: file.url, headers, body: '' });
  if (answer.kind === 'no-answer') {
    yield lost(answer.detail);
    return;
  }
  if (answer.status === 416 && file.fromByte > 0) {
    await answer.body.cancel();
    yield { kind: 'end', nextByte: file.fromByte };
    return;
  }
  if (answer.status !== 200 && answer.status !== 206) {
    await answer.body.cancel();
    yield answer.status >= 500 ? lost(`the bulk file answered ${answer.status}`) : refused(`the bulk file answered ${answer.status}`);
    return;
  }
  const range = answer.headers.get('content-range');
  if (answer.status === 206 && range !== null && !range.startsWith(`bytes ${file.fromByte}-`)) {
    await answer.body.cancel();
    yield lost('the bulk file answered another part than asked for');
    return;
  }
  // A server that ignores Range sends the file from the start.
  const skip = answer.status === 200 ? file.fromByte : 0;
  yield* readLines(answer.body, skip, file.fromByte - skip);
}

async function* readLines(body: ReadableStream<unknown>, skip: number, start: number): AsyncGenerator<BulkPart, void, void> {
  const reader = body.getReader();
  const splitter = lineSplitter(start, skip);
  try {
    for (;;) {
      const chunk = await nextChunk(reader);
      if (chunk === 'lost') {
        yield lost('the bulk file stopped coming');
        return;
      }
      const part = splitter.take(chunk);
      if (part.kind === 'failed' || part.variants.length > 0) yield part;
      if (part.kind === 'failed') return;
      if (chunk === null) {
        yield { kind: 'end', nextByte: part.nextByte };
        return;
      }
    }
  } finally {
    // A caller that stops early (a slice of work has ended) must not leave the connection open.
    await reader.cancel().catch(() => undefined);
  }
}

/** Returns the next chunk, null at the end, 'lost' when the connection broke or went silent. */
async function nextChunk(reader: ReadableStreamDefaultReader<unknown>): Promise<Uint8Array | null | 'lost'> {
  const { promise: silence, resolve } = Promise.withResolvers<'lost'>();
  const timer = setTimeout(() => resolve('lost'), IDLE_MS);
  try {
    const next = reader.read().then(
      ({ done, value }) => (done ? null : value instanceof Uint8Array ? value : ('lost' as const)),
      () => 'lost' as const,
    );
    return await Promise.race([next, silence]);
  } finally {
    clearTimeout(timer);
  }
}

interface LineSplitter {
  /**
   * Takes a chunk (null: the end, where the last line may lack its line feed) and returns the variants of the lines it
   * completed.
   */
  take(chunk: Uint8Array | null): Extract<BulkPart, { kind: 'variants' | 'failed' }>;
}

const LINE_FEED = 10;

function lineSplitter(start: number, skip: number): LineSplitter {
  const decoder = new TextDecoder();
  let rest: Uint8Array = new Uint8Array();
  let nextByte = start;
  return {
    take: (chunk) => {
      const bytes = chunk === null ? rest : join(rest, chunk);
      const variants: SideVariant[] = [];
      let from = 0;
      while (from < bytes.length) {
        const found = bytes.indexOf(LINE_FEED, from);
        if (found === -1 && chunk !== null) break;
        const end = found === -1 ? bytes.length : found;
        const line = nextByte < skip ? '' : decoder.decode(bytes.subarray(from, end)).trim();
        const variant = line === '' ? null : decodeVariant(parseJson(line));
        if (line !== '' && variant === null) return refused(`the bulk file holds no variant at byte ${nextByte}`);
        if (variant !== null) variants.push(variant);
        const taken = Math.min(end + 1, bytes.length) - from;
        nextByte += taken;
        from += taken;
      }
      rest = bytes.slice(from);
      if (rest.length > MAX_LINE_BYTES) return refused(`the bulk file holds a line of more than ${MAX_LINE_BYTES} bytes`);
      return { kind: 'variants', variants, nextByte };
    },
  };
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

function refused(detail: string): { readonly kind: 'failed'; readonly failure: PlatformFailure } {
  return { kind: 'failed', failure: { kind: 'refused', detail } };
}

function lost(detail: string): { readonly kind: 'failed'; readonly failure: PlatformFailure } {
  return { kind: 'failed', failure: { kind: 'failed', detail } };
}
