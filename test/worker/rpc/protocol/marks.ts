import { ConnectionsClient } from '../../../../src/gen/sh/connections_pb.client';
import { InventoryClient } from '../../../../src/gen/sh/inventory_pb.client';
import { LocationsClient } from '../../../../src/gen/sh/locations_pb.client';
import { SessionClient } from '../../../../src/gen/sh/session_pb.client';
import type { Caller } from '../../support/worker-harness';
import type { Facts } from './facts';
import { transportOf } from './first-client';

/** Texts that identify an account anywhere: its names, platform ids, email address, and SKUs that no other account has. */
export async function marksOf(caller: Caller, facts: Facts): Promise<readonly string[]> {
  const transport = transportOf(caller, true);
  const session = await new SessionClient(transport).getSessionData({}).response;
  const { all } = await new LocationsClient(transport).getLocations({}).response;
  const { connections } = await new ConnectionsClient(transport).getConnections({}).response;
  const request = { query: '', view: '', table: { limit: 1000, page: 0 } };
  const { products } = await new InventoryClient(transport).getInventory(request).response;
  const ids = products.flatMap(({ variants }) =>
    variants.flatMap(({ shopifyId, squareId, productId }) => [shopifyId, squareId, productId]),
  );
  return [
    session.email,
    session.accountName,
    facts.subscription,
    ...connections.map(({ name }) => name),
    ...all.map(({ sourceId }) => sourceId),
    ...ids,
  ].filter((mark) => mark.length > 3);
}

/** Returns the marks that a text contains although the request did not. */
export function leaks(text: string, request: string, marks: readonly string[]): readonly string[] {
  return marks.filter((mark) => text.includes(mark) && !request.includes(mark));
}
