/** Largest webhook body, in bytes, well above the longest legitimate one, a product with a hundred full variants. */
export const MAX_WEBHOOK_BYTES = 1024 * 1024;

/**
 * How much of a body that is too large is read and discarded, in bytes: a client that gets its answer while it still writes may see a
 * broken connection instead of the answer.
 */
const READ_PAST_BYTES = 16 * 1024 * 1024;

/** Returns the body exactly as received, which is what the signature covers; null, without buffering it, when it is too large. */
export async function readRawBody(request: Request, maxBytes = MAX_WEBHOOK_BYTES): Promise<Uint8Array<ArrayBuffer> | null> {
  let size = 0;
  const chunks: Uint8Array[] = [];
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = request.body?.getReader();
  const isEndless = Number(request.headers.get('content-length') ?? 0) > READ_PAST_BYTES;
  while (reader !== undefined) {
    const { done, value } = isEndless || size > READ_PAST_BYTES ? await giveUp(reader) : await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size <= maxBytes) chunks.push(value);
    else chunks.length = 0;
  }
  if (isEndless || size > maxBytes) return null;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

async function giveUp(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<{ done: true; value?: undefined }> {
  await reader.cancel();
  return { done: true };
}

/** Returns the body as text. Bytes that are not UTF-8 are replaced: a signed body is read whatever it contains. */
export function bodyText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: false, ignoreBOM: false }).decode(bytes);
}
