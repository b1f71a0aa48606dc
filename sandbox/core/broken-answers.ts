/** How long a hanging request stays open, in real ms: longer than any client waits (the official Square client times out after 60 s). */
const HANG_MS = 180_000;

/** How long the headers of a response may take to be sent, in real ms, even on a busy machine. */
const HEADERS_MS = 400;

/** Returns the response of a proxy in front of the platform after its timeout. */
export function gatewayTimeout(): Response {
  return new Response('upstream request timeout', { status: 504, headers: { 'content-type': 'text/plain' } });
}

/** Waits longer than any client does, so that no client receives the response. */
export async function hang(): Promise<Response> {
  await scheduler.wait(HANG_MS);
  return gatewayTimeout();
}

/** Returns a body that delivers these bytes and then fails, as when the connection is lost. */
function brokenBody(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let given = bytes.byteLength === 0;
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      if (!given) {
        given = true;
        controller.enqueue(bytes);
        return;
      }
      // The headers must be sent first: a body that fails before them becomes a 500 from the runtime.
      await scheduler.wait(HEADERS_MS);
      controller.error(new Error('connection lost'));
    },
  });
}

/**
 * Returns a response whose body never arrives, like a lost connection. A Worker cannot drop a request without a response, so headers may
 * still arrive.
 */
export function lostConnection(): Response {
  return new Response(brokenBody(new Uint8Array()), { status: 200, headers: { 'content-type': 'application/json' } });
}

/**
 * Returns the first half of a response: in half of the cases the connection is lost there, otherwise the response ends as if it were
 * complete.
 */
export async function cut(answer: Response): Promise<Response> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const half = bytes.slice(0, Math.floor(bytes.byteLength / 2));
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  return new Response(Math.random() < 0.5 ? brokenBody(half) : half, { status: answer.status, headers });
}
