/** The fetch function as we use it: always passed in, so that tests and tools can replace the network. */
export type Fetch = (input: string, init?: RequestInit) => Promise<Response>;

/** One request to a platform. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** '' for none. */
  readonly body: string;
}

/**
 * Whether the platform answered, regardless of the content. `detail` never contains the address, headers or body of the
 * request.
 */
export type HttpAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly headers: Headers; readonly text: string }
  | { readonly kind: 'no-answer'; readonly detail: string };

/** An answer whose body (chunks of bytes) is read as it arrives. The reader must read it to the end or cancel it. */
export type HttpStream =
  | { readonly kind: 'answered'; readonly status: number; readonly headers: Headers; readonly body: ReadableStream<unknown> }
  | { readonly kind: 'no-answer'; readonly detail: string };

/**
 * The only HTTP client for calls to the platforms. It never repeats a request (only the account object knows whether a
 * repeat is safe), never follows a redirect (a token must not be sent to another host), and always ends within its time
 * limit.
 */
export interface Http {
  /** Sends a request and reads the whole answer; a body over the limit counts as no answer. */
  send(request: HttpRequest): Promise<HttpAnswer>;
  /**
   * Sends a request and returns the body as a stream. The time limit covers the headers; the reader limits the time
   * between chunks.
   */
  open(request: HttpRequest): Promise<HttpStream>;
}

/** The limits of a call. */
export interface HttpLimits {
  /** Time limit of a whole exchange, in ms. */
  readonly timeoutMs: number;
  /** Maximum size of an answer, in bytes. */
  readonly maxBytes: number;
}

/** Answers of both platforms are far smaller: 1,000 Square objects of ordinary size are about 2 MB. */
export const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/** Creates the HTTP client on a fetch function. */
export function openHttp(fetch: Fetch, limits: HttpLimits): Http {
  return {
    send: (request) => send(fetch, limits, request),
    open: (request) => open(fetch, limits, request),
  };
}

async function send(fetch: Fetch, limits: HttpLimits, request: HttpRequest): Promise<HttpAnswer> {
  const limit = startLimit(limits.timeoutMs);
  try {
    const response = await fetch(request.url, requestInit(request, limit.signal));
    const text = await readText(response, limits.maxBytes);
    if (text === null) return { kind: 'no-answer', detail: `the answer is larger than ${limits.maxBytes} bytes` };
    return { kind: 'answered', status: response.status, headers: response.headers, text };
  } catch (error) {
    return { kind: 'no-answer', detail: limit.signal.aborted ? `no answer within ${limits.timeoutMs} ms` : describe(error) };
  } finally {
    limit.end();
  }
}

async function open(fetch: Fetch, limits: HttpLimits, request: HttpRequest): Promise<HttpStream> {
  const limit = startLimit(limits.timeoutMs);
  try {
    const response = await fetch(request.url, requestInit(request, limit.signal));
    const body: ReadableStream<unknown> = response.body ?? new Blob([]).stream();
    return { kind: 'answered', status: response.status, headers: response.headers, body };
  } catch (error) {
    return { kind: 'no-answer', detail: limit.signal.aborted ? `no answer within ${limits.timeoutMs} ms` : describe(error) };
  } finally {
    limit.end();
  }
}

/**
 * Starts a time limit, which the caller ends. `AbortSignal.timeout` has no end but its time: until then its timer keeps an object
 * awake, and is one of the 10,000 that an object may have at once.
 */
function startLimit(ms: number): { readonly signal: AbortSignal; end(): void } {
  const abort = new AbortController();
  const timer = setTimeout(() => {
    abort.abort();
  }, ms);
  return {
    signal: abort.signal,
    end: () => {
      clearTimeout(timer);
    },
  };
}

function requestInit(request: HttpRequest, signal: AbortSignal): RequestInit {
  const init: RequestInit = { method: request.method, headers: { ...request.headers }, redirect: 'manual', signal };
  if (request.body !== '') init.body = request.body;
  return init;
}

/** Returns the body as text, or null when it is over the limit. Throws when the connection breaks or the text is not UTF-8. */
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

/** Returns an error's own short text. Runtimes include no header or body in it; addresses are removed in any case. */
function describe(error: unknown): string {
  const text = error instanceof Error ? error.message : 'unknown error';
  return `no answer: ${text.replaceAll(/https?:\/\/\S+/gu, '(address)').slice(0, 200)}`;
}
