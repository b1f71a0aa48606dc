/** Real ms for which a hanging request stays open: longer than any client waits (the official Square client gives up after 60 s). */
const HANG_MS = 180_000;

/** Real ms within which the headers of an answer are on their way, on a busy machine as well. */
const HEADERS_MS = 400;

/** What a proxy before the platform answers when it gave up waiting. */
export function gatewayTimeout(): Response {
  return new Response('upstream request timeout', { status: 504, headers: { 'content-type': 'text/plain' } });
}

/** Waits longer than any client does; what is answered then reaches nobody. */
export async function hang(): Promise<Response> {
  await scheduler.wait(HANG_MS);
  return gatewayTimeout();
}

/** A body that gives these bytes and then breaks off, as when the connection is lost. */
function brokenBody(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let given = bytes.byteLength === 0;
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      if (!given) {
        given = true;
        controller.enqueue(bytes);
        return;
      }
      // The headers go out first: a body that breaks before them becomes a 500 of the runtime's own.
      await scheduler.wait(HEADERS_MS);
      controller.error(new Error('connection lost'));
    },
  });
}

/** A lost connection. A Worker cannot refuse to answer, so headers may still arrive; the body never does. */
export function lostConnection(): Response {
  return new Response(brokenBody(new Uint8Array()), { status: 200, headers: { 'content-type': 'application/json' } });
}

/** The first half of an answer: half of the time the connection is lost there, otherwise the answer ends as though it were whole. */
export async function cut(answer: Response): Promise<Response> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const half = bytes.slice(0, Math.floor(bytes.byteLength / 2));
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  return new Response(Math.random() < 0.5 ? brokenBody(half) : half, { status: answer.status, headers });
}
