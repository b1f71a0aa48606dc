import type { RpcInterceptor, RpcTransport } from '@protobuf-ts/runtime-rpc';
import { TwirpFetchTransport } from '@protobuf-ts/twirp-transport';

/** The header by which the server refuses a page that shows another account than the browser is signed in to by now. */
const PAGE_ACCOUNT_HEADER = 'X-Account-Id';

/**
 * The one way to the server: Twirp over fetch, JSON with proto field names, the session cookie included. The cookie belongs to
 * the browser, and its windows share it: each call names the account that its page shows, '' for not known yet.
 */
export function createTransport(baseUrl: string, pageAccount: () => string): RpcTransport {
  const nameAccount: RpcInterceptor = {
    interceptUnary: (next, method, input, options) => {
      const account = pageAccount();
      return next(method, input, account === '' ? options : { ...options, meta: { ...options.meta, [PAGE_ACCOUNT_HEADER]: account } });
    },
  };
  return new TwirpFetchTransport({
    baseUrl,
    sendJson: true,
    fetchInit: { credentials: 'include' },
    jsonOptions: { ignoreUnknownFields: true, emitDefaultValues: true, useProtoFieldName: true },
    interceptors: [nameAccount],
  });
}
