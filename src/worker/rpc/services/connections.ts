import { ok } from '../../../domain/result';
import type { IConnectionsClient } from '../../../gen/sh/connections_pb.client';
import { signedIn, type Handlers } from '../handler';
import { toConnection } from '../present/account';
import { readSource } from '../present/arguments';

/** sh.Connections: the account's connections to the two platforms. */
export const connectionsHandlers: Handlers<IConnectionsClient> = {
  getConnections: signedIn(async ({ account }) => {
    const state = await account.state();
    return ok({ connections: [toConnection(state.shopify), toConnection(state.square)] });
  }),

  disconnect: signedIn(async ({ account, session, ports }, input) => {
    const source = readSource('source', input.source);
    if (!source.ok) return source;
    // The object first: it stops sending. A repeat after a failure between the two does the rest.
    await account.disconnect(source.value, 'merchant');
    await ports.accounts.releaseConnection(session.accountId, source.value);
    return ok({});
  }),
};
