import type { RpcInterceptor, RpcTransport } from '@protobuf-ts/runtime-rpc';
import { TwirpFetchTransport } from '@protobuf-ts/twirp-transport';

import type { LoadingCounter } from './loading';

/** Counts each call from its start to its answer or failure. */
function counting(loading: LoadingCounter): RpcInterceptor {
  return {
    interceptUnary: (next, method, input, options) => {
      const settle = (): void => {
        loading.end();
      };
      loading.begin();
      const call = next(method, input, options);
      // Both outcomes are handled here for the count alone; the caller gets the same promise and handles it himself.
      void call.response.then(settle, settle);
      return call;
    },
  };
}

/** The one way to the server: Twirp over fetch, JSON with proto field names, the session cookie included. */
export function createTransport(baseUrl: string, loading: LoadingCounter): RpcTransport {
  return new TwirpFetchTransport({
    baseUrl,
    sendJson: true,
    fetchInit: { credentials: 'include' },
    jsonOptions: { ignoreUnknownFields: true, emitDefaultValues: true, useProtoFieldName: true },
    interceptors: [counting(loading)],
  });
}
