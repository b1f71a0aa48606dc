import type { RpcInterceptor, RpcTransport } from '@protobuf-ts/runtime-rpc';
import { TwirpFetchTransport } from '@protobuf-ts/twirp-transport';

/** Names the account that the page shows. The server refuses the call if the session belongs to another account. */
const PAGE_ACCOUNT_HEADER = 'X-Account-Id';

/**
 * Creates the transport: Twirp over fetch, JSON with proto field names, with the session cookie. All windows of the browser share
 * the cookie, so each call names the account that its page shows; '' while it is unknown.
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
