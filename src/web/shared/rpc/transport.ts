import { UnaryCall, type RpcInterceptor, type RpcTransport } from '@protobuf-ts/runtime-rpc';
import { TwirpFetchTransport } from '@protobuf-ts/twirp-transport';

import { EarlyAnswers, type EarlyStart } from './early-start';

/** Names the account that the page shows. The server refuses the call if the session belongs to another account. */
const PAGE_ACCOUNT_HEADER = 'X-Account-Id';

/**
 * Creates the transport: Twirp over fetch, JSON with proto field names, with the session cookie. All windows of the browser share
 * the cookie, so each call names the account that its page shows; '' while it is unknown. Calls that were made before the page's code was
 * loaded (`start`) are not made again.
 */
export function createTransport(baseUrl: string, pageAccount: () => string, start?: EarlyStart): RpcTransport {
  const answers = new EarlyAnswers(start, pageAccount);
  const takeEarly: RpcInterceptor = {
    interceptUnary: (next, method, input, options) => {
      const answer = answers.take(method, input, options.abort);
      if (answer === null) return next(method, input, options);
      const respond = async (): Promise<unknown> => {
        const early: unknown = await answer;
        return early ?? (await next(method, input, options).response);
      };
      // Pages look at the response alone; a status that nobody looks at must not fail beside it.
      const done = { code: 'OK', detail: '' };
      return new UnaryCall(method, options.meta ?? {}, input, Promise.resolve({}), respond(), Promise.resolve(done), Promise.resolve({}));
    },
  };
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
    interceptors: [takeEarly, nameAccount],
  });
}
