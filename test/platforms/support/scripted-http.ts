import type { Http, HttpAnswer, HttpRequest, HttpStream } from '../../../src/platforms/http';
import { parseJson } from '../../../src/platforms/json';

/** A platform that returns the given answers in order, and records the requests. */
export interface ScriptedHttp extends Http {
  readonly requests: readonly HttpRequest[];
  /** The JSON body of the n-th request. */
  body(n: number): unknown;
}

/** An answer with a JSON body. */
export function answered(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): HttpAnswer {
  return { kind: 'answered', status, headers: new Headers(headers), text: typeof body === 'string' ? body : JSON.stringify(body) };
}

/** A call without an answer. */
export const NO_ANSWER: HttpAnswer = { kind: 'no-answer', detail: 'no answer within 10000 ms' };

/** An HTTP client that answers from a list; one request more than answers is an error in the test. */
export function scriptedHttp(...answers: readonly HttpAnswer[]): ScriptedHttp {
  const requests: HttpRequest[] = [];
  return {
    requests,
    body: (n) => parseJson(requests[n]?.body ?? ''),
    send: (request) => {
      const answer = answers[requests.length];
      requests.push(request);
      return answer === undefined ? Promise.reject(new Error(`no answer is scripted for ${request.url}`)) : Promise.resolve(answer);
    },
    open: () => Promise.reject(new Error('this script has no streams')),
  };
}

/** An HTTP client whose one answer is a stream. */
export function streamingHttp(answer: (request: HttpRequest) => HttpStream): Http & { readonly requests: readonly HttpRequest[] } {
  const requests: HttpRequest[] = [];
  return {
    requests,
    send: () => Promise.reject(new Error('this script has streams alone')),
    open: (request) => {
      requests.push(request);
      return Promise.resolve(answer(request));
    },
  };
}

/** A body that comes in these chunks. */
export function bodyOf(chunks: readonly Uint8Array[]): ReadableStream<unknown> {
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

/** A successful answer with a JSON body. */
export const answers = (body: unknown): HttpAnswer => answered(200, body);
