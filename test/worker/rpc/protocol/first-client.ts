import { TwirpFetchTransport } from '@protobuf-ts/twirp-transport';
import { SELF } from 'cloudflare:test';
import { vi } from 'vitest';

import { WORKER } from '../../support/browser';
import type { Caller } from '../../support/worker-harness';

/** Where calls go. */
export const RPC = `${WORKER}/rpc`;

/** Lets `fetch` reach the Worker under test, which no port leads to; what the product itself fetches goes its own way. */
export function openRoute(): void {
  const platforms = globalThis.fetch;
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) =>
    typeof input === 'string' && input.startsWith(RPC) ? SELF.fetch(input, init) : platforms(input, init),
  );
}

/** The page's own way to call, as somebody, in one of the two encodings. */
export function transportOf(caller: Caller, sendJson: boolean): TwirpFetchTransport {
  return new TwirpFetchTransport({
    baseUrl: RPC,
    sendJson,
    meta: caller.cookie === '' ? {} : { cookie: caller.cookie },
    jsonOptions: { ignoreUnknownFields: false, useProtoFieldName: true },
  });
}
