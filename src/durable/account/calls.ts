import { closedShopText } from '../../domain/account/closed-shop';
import { err, refuse, type Result } from '../../domain/result';
import { sourceName, type Source } from '../../domain/source';
import type { PlatformFailure } from '../../platforms/failure';
import type { ShopifyClient } from '../../platforms/shopify/graphql';
import type { SquareClient } from '../../platforms/square/client';
import type { Connections, Open } from '../connections/connections';
import type { AccessProblem } from '../connections/token-source';

/** One-off calls to the platforms: each uses a client for the current connection and updates that connection from the answer. */
export interface Calls {
  shopify<T>(work: (client: ShopifyClient) => Promise<Result<T, PlatformFailure>>): Promise<Result<T, PlatformFailure>>;
  square<T>(work: (client: SquareClient) => Promise<Result<T, PlatformFailure>>): Promise<Result<T, PlatformFailure>>;
}

/** Creates the `Calls` for an account's connections. */
export function openCalls(connections: Connections): Calls {
  return {
    shopify: async (work) => call(connections, 'shopify', await connections.shopify(), work),
    square: async (work) => call(connections, 'square', await connections.square(), work),
  };
}

async function call<Client, T>(
  connections: Connections,
  source: Source,
  opened: Result<Open<Client>, AccessProblem>,
  work: (client: Client) => Promise<Result<T, PlatformFailure>>,
): Promise<Result<T, PlatformFailure>> {
  if (!opened.ok) return err(failureOf(opened.error));
  const { client, access } = opened.value;
  const result = await work(client);
  // An answer to the old connection must not affect its replacement: above all, it must not end the new connection's access.
  if (connections.number(source) !== access.connection) return err({ kind: 'failed', detail: 'the connection was replaced meanwhile' });
  if (!result.ok && result.error.kind === 'unauthorized') connections.rejected(source, access);
  if (result.ok || result.error.kind === 'failed') connections.noteReachable(source, result.ok);
  return result;
}

function failureOf(problem: AccessProblem): PlatformFailure {
  return problem.kind === 'unavailable' ? { kind: 'failed', detail: problem.detail } : { kind: 'unauthorized' };
}

/** Converts a platform failure into a refusal for the person who made the request. */
export function refusal(source: Source, failure: PlatformFailure): ReturnType<typeof refuse> {
  const name = sourceName(source);
  switch (failure.kind) {
    case 'unauthorized':
      return refuse('failed_precondition', `${name} is not connected, or no longer grants us access. Please reconnect it.`);
    case 'throttled':
      if (failure.closed !== undefined) return refuse('unavailable', `${closedShopText(failure.closed)} Nothing was changed now.`);
      return refuse('unavailable', `${name} asks us to wait. Nothing was changed; please try again in a moment.`);
    case 'failed':
      return refuse('unavailable', `${name} cannot be reached right now. Nothing was changed; please try again in a moment.`);
    case 'refused':
      return refuse('failed_precondition', `${name} did not accept the request. Nothing was changed.`);
  }
}
