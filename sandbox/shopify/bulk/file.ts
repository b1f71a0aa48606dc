import type { WorldApi } from '../../world-api';
import type { BulkRow } from '../nodes/bulk-node';

/** How long the link to a result works, in sandbox ms. */
const LINK_LIFE_MS = 7 * 24 * 3_600_000;

interface Range {
  readonly start: number;
  /** The first byte after the requested range. */
  readonly end: number;
}

/** Returns the requested part of a file of `size` bytes: null for all of it, 'unsatisfiable' when there is no such part. */
function rangeOf(header: string | null, size: number): Range | null | 'unsatisfiable' {
  const match = /^bytes=([0-9]*)-([0-9]*)$/.exec(header ?? '');
  if (match === null) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  return start >= size || end <= start ? 'unsatisfiable' : { start, end };
}

/** Streams the bytes of a result, chunk by chunk on demand. */
function bytes(world: WorldApi, id: number, range: Range): ReadableStream<Uint8Array> {
  let at = range.start;
  return new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const chunk =
        at >= range.end
          ? null
          : world.db.row<{ start: number; body: ArrayBuffer }>(
              'select start, body from shopify_bulk_chunk where bulk_id = ? and start <= ? order by start desc limit 1',
              id,
              at,
            );
      if (chunk === null) {
        controller.close();
        return;
      }
      const part = new Uint8Array(chunk.body).subarray(at - chunk.start, range.end - chunk.start);
      at += part.byteLength;
      controller.enqueue(part);
    },
  });
}

/**
 * Serves `GET /shopify/bulk/{id}.jsonl?signature=…`: the result file, whole or a Range of it. The link needs no token, like the platform's
 * own.
 */
export function bulkFile(world: WorldApi, id: number, signature: string, rangeHeader: string | null): Response {
  const bulk = world.db.row<BulkRow>('select * from shopify_bulk where id = ?', id);
  const expired = bulk?.completed_at !== null && bulk?.completed_at !== undefined && bulk.completed_at + LINK_LIFE_MS < world.now();
  if (bulk === null || bulk.secret !== signature || expired) return new Response('This link is not valid, or no longer.', { status: 403 });
  const range = rangeOf(rangeHeader, bulk.bytes);
  const headers = { 'content-type': 'application/jsonl; charset=utf-8', 'accept-ranges': 'bytes', etag: `"${bulk.secret.slice(0, 16)}"` };
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${bulk.bytes}` } });
  if (range === null) return new Response(bytes(world, id, { start: 0, end: bulk.bytes }), { headers });
  const contentRange = `bytes ${range.start}-${range.end - 1}/${bulk.bytes}`;
  return new Response(bytes(world, id, range), { status: 206, headers: { ...headers, 'content-range': contentRange } });
}
