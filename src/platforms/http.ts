/** The fetch function as we use it: never ambient, so that tests and tools can stand in for the network. */
export type Fetch = (input: string, init?: RequestInit) => Promise<Response>;

/** One request to a platform. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** '' for none. */
  readonly body: string;
}

/** Whether the platform answered, whatever it said. `detail` never holds the address, headers or body of the request. */
export type HttpAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly headers: Headers; readonly text: string }
  | { readonly kind: 'no-answer'; readonly detail: string };

/** An answer whose body (chunks of bytes) is read as it comes. The reader must read it to the end or cancel it. */
export type HttpStream =
  | { readonly kind: 'answered'; readonly status: number; readonly headers: Headers; readonly body: ReadableStream<unknown> }
  | { readonly kind: 'no-answer'; readonly detail: string };

/**
 * The one way out to the platforms. It never repeats a request (only the account object knows whether a repeat is safe), never follows a
 * redirect (a token must not travel to another host), and always ends within its time.
 */
export interface Http {
  /** Sends and reads the whole answer; a body beyond the limit counts as no answer. */
  send(request: HttpRequest): Promise<HttpAnswer>;
  /** Sends and hands the body over as a stream; the time limit holds for the headers, and between chunks it is the reader's matter. */
  open(request: HttpRequest): Promise<HttpStream>;
}

/** What bounds the way out. */
export interface HttpLimits {
  /** How long a whole exchange may take, in ms. */
  readonly timeoutMs: number;
  /** How large an answer may be, in bytes. */
  readonly maxBytes: number;
}

/** Answers of both platforms stay far below: 1,000 Square objects of ordinary size are some 2 MB. */
export const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/** The way out over a fetch function. */
export function openHttp(fetch: Fetch, limits: HttpLimits): Http {
  return {
    send: (request) => send(fetch, limits, request),
    open: (request) => open(fetch, limits, request),
  };
}

async function send(fetch: Fetch, limits: HttpLimits, request: HttpRequest): Promise<HttpAnswer> {
  const signal = AbortSignal.timeout(limits.timeoutMs);
  try {
    const response = await fetch(request.url, requestInit(request, signal));
    const text = await readText(response, limits.maxBytes);
    if (text === null) return { kind: 'no-answer', detail: `the answer is larger than ${limits.maxBytes} bytes` };
    return { kind: 'answered', status: response.status, headers: response.headers, text };
  } catch (error) {
    return { kind: 'no-answer', detail: signal.aborted ? `no answer within ${limits.timeoutMs} ms` : describe(error) };
  }
}

async function open(fetch: Fetch, limits: HttpLimits, request: HttpRequest): Promise<HttpStream> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), limits.timeoutMs);
  try {
    const response = await fetch(request.url, requestInit(request, abort.signal));
    const body: ReadableStream<unknown> = response.body ?? new Blob([]).stream();
    return { kind: 'answered', status: response.status, headers: response.headers, body };
  } catch (error) {
    return { kind: 'no-answer', detail: abort.signal.aborted ? `no answer within ${limits.timeoutMs} ms` : describe(error) };
  } finally {
    clearTimeout(timer);
  }
}

function requestInit(request: HttpRequest, signal: AbortSignal): RequestInit {
  const init: RequestInit = { method: request.method, headers: { ...request.headers }, redirect: 'manual', signal };
  if (request.body !== '') init.body = request.body;
  return init;
}

/** The body as text, or null when it is larger than the limit. Throws when the connection breaks or the text is no UTF-8. */
async function readText(response: Response, maxBytes: number): Promise<string | null> {
  if (response.body === null) return '';
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
  const reader: ReadableStreamDefaultReader<unknown> = response.body.getReader();
  let size = 0;
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    if (!(value instanceof Uint8Array)) throw new TypeError('the body holds no bytes');
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** An error's own short text. Runtimes put no header and no body in it; addresses are cut out all the same. */
function describe(error: unknown): string {
  const text = error instanceof Error ? error.message : 'unknown error';
  return `no answer: ${text.replaceAll(/https?:\/\/\S+/gu, '(address)').slice(0, 200)}`;
}
