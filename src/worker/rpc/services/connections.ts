import { ok } from '../../../domain/result';
import type { IConnectionsClient } from '../../../gen/sh/connections_pb.client';
import { signedIn, type Handlers } from '../handler';
import { toPlatformAccess } from '../present/access';
import { toConnection } from '../present/account';
import { readSource } from '../present/arguments';

/** sh.Connections: the account's connections to the two platforms. */
export const connectionsHandlers: Handlers<IConnectionsClient> = {
  getConnections: signedIn(async ({ account }) => {
    const [state, counts] = await Promise.all([account.state(), account.connectionCounts()]);
    return ok({ connections: [toConnection(state.shopify, counts.shopify), toConnection(state.square, counts.square)] });
  }),

  verifyAccess: signedIn(async ({ account }) => ok({ platforms: (await account.checkAccess()).map(toPlatformAccess) })),

  disconnect: signedIn(async ({ account, session, ports }, input) => {
    const source = readSource('source', input.source);
    if (!source.ok) return source;
    // The object first: it stops sending. A repeat after a failure between the two does the rest.
    await account.disconnect(source.value, 'merchant');
    await ports.accounts.releaseConnection(session.accountId, source.value);
    return ok({});
  }),
};
