import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { NO_LABELS } from '../../../src/domain/catalog/product-labels';
import { fromUnits } from '../../../src/domain/quantity';
import type { HttpStream } from '../../../src/platforms/http';
import { isBulkFileAddress, readBulkFile } from '../../../src/platforms/shopify/bulk-file';
import type { BulkPart } from '../../../src/platforms/shopify/bulk-file';
import { bodyOf, streamingHttp } from '../support/scripted-http';

const ORIGIN = 'http://localhost:8789/shopify/demo.myshopify.com';
const URL_OF_FILE = 'http://localhost:8789/files/1.jsonl';

const line = (n: number, title = `Größe ${n} – 🧵`): string =>
  JSON.stringify({
    id: `gid://shopify/ProductVariant/${n}`,
    title,
    sku: n % 3 === 0 ? null : `SKU-${n}`,
    barcode: null,
    price: '12.50',
    product: { id: 'gid://shopify/Product/1', title: 'Shirt' },
    inventoryItem: {
      id: `gid://shopify/InventoryItem/${n + 1_000}`,
      tracked: true,
      inventoryLevel:
        n % 5 === 0
          ? null
          : {
              id: 'gid://shopify/InventoryLevel/5?inventory_item_id=1',
              isActive: n % 7 !== 0,
              updatedAt: '2026-11-01T10:00:00Z',
              quantities: [{ name: 'available', quantity: n, updatedAt: '2026-11-01T10:00:00Z' }],
            },
    },
  });

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function cut(bytes: Uint8Array, sizes: readonly number[]): readonly Uint8Array[] {
  const chunks: Uint8Array[] = [];
  let from = 0;
  for (let n = 0; from < bytes.length; n += 1) {
    const size = sizes[n % sizes.length] ?? 1;
    chunks.push(bytes.slice(from, from + size));
    from += size;
  }
  return chunks;
}

const ok = (chunks: readonly Uint8Array[], status = 200, headers: Readonly<Record<string, string>> = {}): HttpStream => ({
  kind: 'answered',
  status,
  headers: new Headers(headers),
  body: bodyOf(chunks),
});

async function collect(answer: HttpStream, fromByte = 0, url = URL_OF_FILE): Promise<{ parts: BulkPart[]; range: string | undefined }> {
  const http = streamingHttp(() => answer);
  const parts: BulkPart[] = [];
  for await (const part of readBulkFile(http, { url, shopOrigin: ORIGIN, fromByte })) parts.push(part);
  return { parts, range: http.requests[0]?.headers['range'] };
}

const idsIn = (parts: readonly BulkPart[]): string[] =>
  parts.flatMap((part) => (part.kind === 'variants' ? part.variants.map((one) => one.id) : []));

describe('a bulk file', () => {
  it('yields every variant once, however its bytes are split', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 12 }),
        fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1 }),
        fc.boolean(),
        async (count, sizes, closed) => {
          const lines = Array.from({ length: count }, (_, n) => line(n + 1));
          const text = lines.join('\n') + (closed && count > 0 ? '\n' : '');
          const { parts } = await collect(ok(cut(bytesOf(text), sizes)));
          expect(idsIn(parts)).toEqual(lines.map((_, n) => String(n + 1)));
          expect(parts.at(-1)).toEqual({ kind: 'end', nextByte: bytesOf(text).length });
        },
      ),
      { numRuns: 60 },
    );
  });

  it('can be resumed at any position that it reported', async () => {
    const bytes = bytesOf(Array.from({ length: 9 }, (_, n) => `${line(n + 1)}\n`).join(''));
    const { parts } = await collect(ok(cut(bytes, [700])));
    let before = 0;
    for (const part of parts) {
      if (part.kind === 'failed') throw new Error('failed');
      before += part.kind === 'variants' ? part.variants.length : 0;
      const rest = bytes.slice(part.nextByte);
      const ranged = await collect(ok([rest], 206, { 'content-range': `bytes ${part.nextByte}-` }), part.nextByte);
      const ignored = await collect(ok(cut(bytes, [123])), part.nextByte);
      const expected = Array.from({ length: 9 - before }, (_, n) => String(n + before + 1));
      expect(ranged.range).toBe(part.nextByte === 0 ? undefined : `bytes=${part.nextByte}-`);
      expect(idsIn(ranged.parts)).toEqual(expected);
      expect(idsIn(ignored.parts)).toEqual(expected);
      expect(ranged.parts.at(-1)).toEqual({ kind: 'end', nextByte: bytes.length });
      expect(ignored.parts.at(-1)).toEqual({ kind: 'end', nextByte: bytes.length });
    }
  });

  it('decodes a variant, and distinguishes no level from a level of zero', async () => {
    const { parts } = await collect(ok([bytesOf(`${line(1)}\n${line(5)}\n${line(7)}`)]));
    const [first, none, inactive] = parts.flatMap((part) => (part.kind === 'variants' ? part.variants : []));
    expect(first).toEqual({
      source: 'shopify',
      id: '1',
      stockId: '1001',
      productId: '1',
      productName: 'Shirt',
      productStatus: 'active',
      labels: NO_LABELS,
      name: 'Größe 1 – 🧵',
      sku: 'SKU-1',
      barcode: '',
      price: '12.50',
      tracked: true,
      level: { quantity: fromUnits(1), at: Date.UTC(2026, 10, 1, 10) },
      stocked: true,
    });
    expect(none).toMatchObject({ level: null, stocked: false });
    expect(inactive).toMatchObject({ level: { quantity: fromUnits(7) }, stocked: false });
  });

  it.each(['{"id":"gid://shopify/Product/1"}', '{"id":', 'null', '[]'])('ends at a line that is not a variant: %s', async (bad) => {
    const first = `${line(1)}\n`;
    const { parts } = await collect(ok([bytesOf(first), bytesOf(`${bad}\n${line(2)}\n`)]));
    expect(parts.at(-1)).toMatchObject({ kind: 'failed', failure: { kind: 'refused' } });
    expect(JSON.stringify(parts.at(-1))).toContain(`byte ${bytesOf(first).length}`);
    expect(idsIn(parts)).toEqual(['1']);
  });

  it('names the last whole line when the connection breaks', async () => {
    const whole = bytesOf(`${line(1)}\n`);
    let sent = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (sent) controller.error(new Error('reset'));
        else controller.enqueue(new Uint8Array([...whole, ...bytesOf('{"id"')]));
        sent = true;
      },
    });
    const { parts } = await collect({ kind: 'answered', status: 200, headers: new Headers(), body });
    expect(parts.map((part) => part.kind)).toEqual(['variants', 'failed']);
    expect(parts[0]).toMatchObject({ nextByte: whole.length });
    expect(parts[1]).toMatchObject({ failure: { kind: 'failed' } });
  });

  it('ends immediately if nothing is left, and fails if the file is unavailable', async () => {
    expect((await collect(ok([], 416), 50)).parts).toEqual([{ kind: 'end', nextByte: 50 }]);
    expect((await collect(ok([]))).parts).toEqual([{ kind: 'end', nextByte: 0 }]);
    expect((await collect(ok([], 403))).parts).toMatchObject([{ kind: 'failed', failure: { kind: 'refused' } }]);
    expect((await collect(ok([], 302))).parts).toMatchObject([{ kind: 'failed', failure: { kind: 'refused' } }]);
    expect((await collect(ok([], 503))).parts).toMatchObject([{ kind: 'failed', failure: { kind: 'failed' } }]);
    expect((await collect({ kind: 'no-answer', detail: 'reset' })).parts).toMatchObject([{ kind: 'failed', failure: { kind: 'failed' } }]);
    expect((await collect(ok([], 206, { 'content-range': 'bytes 0-9/10' }), 5)).parts).toMatchObject([{ kind: 'failed' }]);
  });

  it('closes the connection when the reader stops early', async () => {
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(bytesOf(`${line(1)}\n`)),
      cancel: () => {
        cancelled = true;
      },
    });
    const http = streamingHttp(() => ({ kind: 'answered', status: 200, headers: new Headers(), body }));
    for await (const part of readBulkFile(http, { url: URL_OF_FILE, shopOrigin: ORIGIN, fromByte: 0 })) {
      if (part.kind === 'variants') break;
    }
    expect(cancelled).toBe(true);
  });
});

describe('the address of a bulk file', () => {
  it.each([
    'https://storage.googleapis.com/shopify-tiers-assets-prod/bulk?GoogleAccessId=x',
    'https://files.shopify.com/bulk/1.jsonl',
    URL_OF_FILE,
  ])('may be %s', (url) => {
    expect(isBulkFileAddress(url, ORIGIN)).toBe(true);
  });

  it.each([
    'http://storage.googleapis.com/x',
    'https://storage.googleapis.com.evil.example/x',
    'https://evilshopify.com/x',
    'https://user@storage.googleapis.com/x',
    'http://169.254.169.254/latest',
    'http://localhost:1234/x',
    'file:///etc/passwd',
    'nonsense',
  ])('may not be %s', async (url) => {
    expect(isBulkFileAddress(url, ORIGIN)).toBe(false);
    const http = streamingHttp(() => ok([]));
    for await (const part of readBulkFile(http, { url, shopOrigin: ORIGIN, fromByte: 0 })) expect(part.kind).toBe('failed');
    expect(http.requests).toEqual([]);
  });
});
