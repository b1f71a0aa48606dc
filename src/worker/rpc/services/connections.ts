import { ok } from '../../../domain/result';
import type { IConnectionsClient } from '../../../gen/sh/connections_pb.client';
import { releaseSquareRoute } from '../../accounts/square-connection';
import { reads, writes } from '../audit';
import { signedIn, type Methods } from '../method';
import { toPlatformAccess } from '../present/access';
import { toConnection } from '../present/account';
import { readSource } from '../present/arguments';

/** sh.Connections: the account's connections to the two platforms. */
export const connectionsMethods: Methods<IConnectionsClient> = {
  getConnections: signedIn('signed-in', reads('caller'), async ({ account }) => {
    const [state, counts] = await Promise.all([account.state(), account.connectionCounts()]);
    return ok({ connections: [toConnection(state.shopify, counts.shopify), toConnection(state.square, counts.square)] });
  }),

  verifyAccess: signedIn('signed-in', reads('caller'), async ({ account }) =>
    ok({ platforms: (await account.checkAccess()).map(toPlatformAccess) }),
  ),

  disconnect: signedIn('signed-in', writes('caller'), async ({ account, session, services }, input) => {
    const source = readSource('source', input.source);
    if (!source.ok) return source;
    // Disconnect the object first: it stops sending. A repeat after a failure between the two steps completes the second.
    await account.disconnect(source.value, 'merchant');
    // A shop stays routed to its account as long as the account exists; only a Square merchant can move to another one.
    if (source.value === 'square') await releaseSquareRoute(services, session.account.id);
    return ok({});
  }),
};
