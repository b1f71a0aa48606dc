import { afterEach, describe, expect, it, vi } from 'vitest';

import { SessionClient } from '../../../../src/gen/sh/session_pb.client';
import { toFailure, type Failure } from '../../../../src/web/shared/rpc/failure';
import { createTransport } from '../../../../src/web/shared/rpc/transport';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Makes a call that gets this response; returns the failure that a page would handle. */
async function fail(answer: () => Promise<unknown>): Promise<Failure | null> {
  vi.stubGlobal('fetch', answer);
  const client = new SessionClient(createTransport('/rpc', () => ''));
  try {
    await client.getSessionData({}).response;
    return null;
  } catch (error) {
    return toFailure(error);
  }
}

const ANSWERS: readonly [what: string, answer: () => Promise<unknown>, code: string, message: RegExp][] = [
  [
    'an error in the shape of the protocol',
    async () => Response.json({ code: 'out_of_range', msg: 'Too far.', meta: { reference: 'req-9' } }, { status: 400 }),
    'out_of_range',
    /^Too far\.$/u,
  ],
  [
    'an error in another shape',
    async () => Response.json({ error: 'no' }, { status: 500 }),
    'internal',
    /^cannot read twirp error response$/u,
  ],
  [
    'an error that is no JSON',
    async () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    'internal',
    /^received HTTP 502, unable to read response body as json$/u,
  ],
  ['a success that is no JSON', async () => new Response('ok'), 'dataloss', /^unable to read response body as json$/u],
  ['an opaque answer', async () => ({ type: 'opaque', ok: false, headers: new Headers() }), 'unknown', /opaque/u],
  ['a call that was given up', async () => Promise.reject(new DOMException('Aborted.', 'AbortError')), 'cancelled', /^Aborted\.$/u],
  ['no answer at all', async () => Promise.reject(new TypeError('Failed to fetch')), 'unreachable', /could not reach the server/u],
];

describe('how the page handles a response', () => {
  it.each(ANSWERS)('%s', async (_, answer, code, message) => {
    const failure = await fail(answer);
    expect(failure?.code).toBe(code);
    expect(failure?.message).toMatch(message);
    expect(failure?.reference).toMatch(code === 'out_of_range' ? /^req-9$/u : /^SH-ERR-\d{1,5}$/u);
  });
});
