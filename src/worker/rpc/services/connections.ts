import { MOST_WRITERS } from '../../../domain/account/other-writers';
import { ok, refuse } from '../../../domain/result';
import type { IConnectionsClient } from '../../../gen/sh/connections_pb.client';
import { releaseSquareRoute } from '../../accounts/square-connection';
import { reads, writes } from '../audit';
import { signedIn, type Methods } from '../method';
import { toPlatformAccess } from '../present/access';
import { toConnection } from '../present/account';
import { readSource } from '../present/arguments';
import { toOtherWriters } from '../present/other-writers';

/** sh.Connections: the account's connections to the two platforms. */
export const connectionsMethods: Methods<IConnectionsClient> = {
  getConnections: signedIn('signed-in', reads('caller'), async ({ account }) => {
    const [state, counts] = await Promise.all([account.state(), account.connectionCounts()]);
    return ok({ connections: [toConnection(state.shopify, counts.shopify), toConnection(state.square, counts.square)] });
  }),

  verifyAccess: signedIn('signed-in', reads('caller'), async ({ account }) =>
    ok({ platforms: (await account.checkAccess()).map(toPlatformAccess) }),
  ),

  getOtherWriters: signedIn('signed-in', reads('caller'), async ({ account }) => ok(toOtherWriters(await account.otherWriters()))),

  acknowledgeOtherWriters: signedIn('signed-in', writes('caller'), async ({ account }, { ids, all }) => {
    if (all && ids.length > 0) return refuse('invalid_argument', 'ids must be empty when all is set.');
    if (!all && ids.length === 0) return refuse('invalid_argument', 'ids is missing.');
    if (ids.length > MOST_WRITERS) return refuse('invalid_argument', `ids must not have more than ${MOST_WRITERS} entries.`);
    await account.acknowledgeWriters(all ? null : ids);
    return ok({});
  }),

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
