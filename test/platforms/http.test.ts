import { describe, expect, it, vi } from 'vitest';

import { openHttp } from '../../src/platforms/http';
import type { Fetch } from '../../src/platforms/http';

const REQUEST = { method: 'POST', url: 'https://platform.example/secret-path', headers: { 'x-token': 'secret' }, body: '{}' } as const;

function over(fetch: Fetch, limits: Partial<{ timeoutMs: number; maxBytes: number }> = {}): ReturnType<typeof openHttp> {
  return openHttp(fetch, { timeoutMs: 1_000, maxBytes: 100, ...limits });
}

describe('the HTTP client', () => {
  it('returns the response, whatever its status', async () => {
    const http = over(() => Promise.resolve(new Response('gone', { status: 410 })));
    expect(await http.send(REQUEST)).toMatchObject({ kind: 'answered', status: 410, text: 'gone' });
  });

  it('never follows a redirect: a token must not travel to another host', async () => {
    let redirect: unknown = '';
    const http = over((_, init) => {
      redirect = init?.redirect;
      return Promise.resolve(new Response(null, { status: 302, headers: { location: 'https://elsewhere.example' } }));
    });
    expect(await http.send(REQUEST)).toMatchObject({ kind: 'answered', status: 302 });
    expect(redirect).toBe('manual');
  });

  it('counts a refused connection as no answer, and shows neither address nor token', async () => {
    const answer = await over(() => Promise.reject(new Error(`connect to ${REQUEST.url} failed`))).send(REQUEST);
    expect(answer.kind).toBe('no-answer');
    expect(JSON.stringify(answer)).not.toContain('secret');
  });

  it('gives up after its timeout, and reports it', async () => {
    const hanging: Fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      });
    expect(await over(hanging, { timeoutMs: 5 }).send(REQUEST)).toEqual({ kind: 'no-answer', detail: 'no answer within 5 ms' });
    expect(await over(hanging, { timeoutMs: 5 }).open(REQUEST)).toEqual({ kind: 'no-answer', detail: 'no answer within 5 ms' });
  });

  it('leaves no timer behind, which would keep an object awake', async () => {
    vi.useFakeTimers();
    try {
      const answering = over(() => Promise.resolve(new Response('{}')));
      await answering.send(REQUEST);
      await answering.open(REQUEST);
      await over(() => Promise.reject(new Error('reset'))).send(REQUEST);
      expect(vi.getTimerCount()).toBe(0);
      let running = 0;
      await over(async () => {
        running = vi.getTimerCount();
        return new Response('{}');
      }).send(REQUEST);
      expect(running).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('treats a response that breaks off as no answer', async () => {
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"data"')),
      pull: (controller) => controller.error(new Error('reset')),
    });
    expect(await over(() => Promise.resolve(new Response(broken))).send(REQUEST)).toEqual({
      kind: 'no-answer',
      detail: 'no answer: reset',
    });
  });

  it('reads no further than its limit', async () => {
    const http = over(() => Promise.resolve(new Response('x'.repeat(101))));
    expect(await http.send(REQUEST)).toEqual({ kind: 'no-answer', detail: 'the answer is larger than 100 bytes' });
    expect(await over(() => Promise.resolve(new Response('x'.repeat(100)))).send(REQUEST)).toMatchObject({ kind: 'answered' });
  });

  it('treats bytes that are not UTF-8 as no answer', async () => {
    const http = over(() => Promise.resolve(new Response(new Uint8Array([0xff, 0xfe]))));
    expect((await http.send(REQUEST)).kind).toBe('no-answer');
  });

  it('sends a request once and never again', async () => {
    let calls = 0;
    const http = over(() => {
      calls += 1;
      return Promise.resolve(new Response(null, { status: 503 }));
    });
    await http.send(REQUEST);
    expect(calls).toBe(1);
  });
});
