import { TwirpFetchTransport } from '@protobuf-ts/twirp-transport';
import { SELF } from 'cloudflare:test';
import { vi } from 'vitest';

import { WORKER } from '../../support/browser';
import type { Caller } from '../../support/worker-harness';

/** The URL that calls go to. */
export const RPC = `${WORKER}/rpc`;

/** Routes `fetch` to the Worker under test, which has no port; what the product itself fetches is not affected. */
export function openRoute(): void {
  const platforms = globalThis.fetch;
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) =>
    typeof input === 'string' && input.startsWith(RPC) ? SELF.fetch(input, init) : platforms(input, init),
  );
}

/** Returns the page's own transport for a caller, in one of the two encodings. */
export function transportOf(caller: Caller, sendJson: boolean): TwirpFetchTransport {
  return new TwirpFetchTransport({
    baseUrl: RPC,
    sendJson,
    meta: caller.cookie === '' ? {} : { cookie: caller.cookie },
    jsonOptions: { ignoreUnknownFields: false, useProtoFieldName: true },
  });
}
