// A separate program that reads a bulk file of a given number of variants with the product's own parser, as a stream generated while it is
// read, and prints the memory it took. The bench runs it with a small old space.
import process from 'node:process';
import { getHeapStatistics } from 'node:v8';

import { openHttp } from '../../../src/platforms/http';
import { readBulkFile } from '../../../src/platforms/shopify/bulk-file';

const variants = Number(process.argv[2] ?? 100_000);
const ADDRESS = 'https://storage.googleapis.com/bulk/file.jsonl';
/** Bytes that arrive at once, as on a network. */
const CHUNK = 64 * 1024;

/** Returns one line of the file, as Shopify's bulk operation writes it for our query. */
function line(number: number): string {
  return `${JSON.stringify({
    id: `gid://shopify/ProductVariant/${40_000_000_000 + number}`,
    title: `Colour ${number % 10}`,
    sku: `GEN-${String(number).padStart(6, '0')}`,
    barcode: null,
    price: '19.99',
    product: {
      id: `gid://shopify/Product/${80_000_000_000 + Math.floor(number / 5)}`,
      title: `A product of an ordinary name ${Math.floor(number / 5)}`,
    },
    inventoryItem: {
      id: `gid://shopify/InventoryItem/${50_000_000_000 + number}`,
      tracked: true,
      inventoryLevel: { quantities: [{ name: 'available', quantity: 100 }], updatedAt: '2026-11-20T10:00:00Z' },
    },
  })}\n`;
}

function file(): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next = 0;
  return new ReadableStream<Uint8Array>({
    pull: (controller: ReadableStreamDefaultController<Uint8Array>) => {
      let text = '';
      while (text.length < CHUNK && next < variants) {
        text += line(next);
        next += 1;
      }
      if (text === '') controller.close();
      else controller.enqueue(encoder.encode(text));
    },
  });
}

const http = openHttp(async () => new Response(file()), { timeoutMs: 60_000, maxBytes: 1_000_000 });
let read = 0;
let peak = 0;
for await (const part of readBulkFile(http, { url: ADDRESS, shopOrigin: 'https://demo.myshopify.com', fromByte: 0 })) {
  if (part.kind === 'failed') throw new Error(JSON.stringify(part.failure));
  if (part.kind === 'variants') read += part.variants.length;
  peak = Math.max(peak, getHeapStatistics().used_heap_size);
}
console.log(JSON.stringify({ read, peakMb: peak / 1_048_576 }));
