import type { Source } from '../../domain/source';
import type { LookUpAnswer } from '../../domain/sync/engine/effects';
import { isUntouched, type ReadAnswer, type WriteAnswer, type WriteRequest } from '../../domain/sync/write';
import * as shopifyInventory from '../../platforms/shopify/inventory';
import { readQuantities } from '../../platforms/shopify/quantities';
import * as squareInventory from '../../platforms/square/inventory';
import { readLoggedChanges } from '../../platforms/square/logged-changes';
import type { Connections, Open } from '../connections/connections';
import type { AccessProblem } from '../connections/token-source';
import type { StockPort } from './stock-port';

/** Delay before a token is requested again after its renewal got no answer, in ms. */
const TOKEN_PAUSE_MS = 2_000;

/**
 * How long a lane rests after it met a closed shop, in ms. By then the connection has recorded it and blocks everything for as long as it
 * takes; once the shop is served again, waiting requests are sent.
 */
const REOPENED_PAUSE_MS = 2_000;

const STOPPED: WriteAnswer = { kind: 'stopped' };

/**
 * Creates both platforms' stock ports over the account's connections. Without a token nothing was sent, so nothing took effect. The write
 * gate is checked again once the token is available: it may have closed during the fetch. `applicationId` is ours at Square.
 */
export function stockPorts(
  connections: Connections,
  applicationId: string,
  mayWrite: (source: Source) => boolean,
): Readonly<Record<Source, StockPort>> {
  return {
    shopify: {
      adjust: (request) =>
        withClient(
          connections,
          'shopify',
          () => connections.shopify(),
          unsent,
          async (client) => (mayWrite('shopify') ? unlessClosed(await shopifyInventory.adjust(client, request)) : STOPPED),
        ),
      levels: (stockIds, locationId) =>
        withClient(
          connections,
          'shopify',
          () => connections.shopify(),
          unread,
          async (client) => unlessClosed(await shopifyInventory.levels(client, stockIds, locationId)),
        ),
      lookUp: async (request) => lookUpShopify(connections, request),
      quantities: async (stockIds, locationId) => {
        const opened = await connections.shopify();
        if (!opened.ok) return 'later';
        const found = await readQuantities(opened.value.client, stockIds, locationId);
        return found.ok ? found.value : 'later';
      },
      log: () => Promise.resolve('later'),
    },
    square: {
      adjust: (request) =>
        withClient(
          connections,
          'square',
          () => connections.square(),
          unsent,
          async (client) => (mayWrite('square') ? squareInventory.adjust(client, request) : STOPPED),
        ),
      levels: (stockIds, locationId) =>
        withClient(
          connections,
          'square',
          () => connections.square(),
          unread,
          async (client) => squareInventory.levels(client, stockIds, locationId),
        ),
      lookUp: async (request) => lookUpSquare(connections, request),
      quantities: () => Promise.resolve('later'),
      log: async (stockIds, locationId, since) => {
        const opened = await connections.square();
        if (!opened.ok) return 'later';
        const found = await readLoggedChanges(opened.value.client, { stockIds, locationId, since, applicationId });
        return found.ok ? found.value.byStock : 'later';
      },
    },
  };
}

async function withClient<Client, Answer extends { readonly kind: string }>(
  connections: Connections,
  source: Source,
  open: () => Promise<{ ok: true; value: Open<Client> } | { ok: false; error: AccessProblem }>,
  without: (problem: AccessProblem) => Answer,
  call: (client: Client) => Promise<Answer>,
): Promise<Answer> {
  const opened = await open();
  if (!opened.ok) return without(opened.error);
  const answer = await call(opened.value.client);
  // The next call gets a renewed token, or reports that the merchant must reconnect.
  if (answer.kind === 'unauthorized') connections.rejected(source, opened.value.access);
  return answer;
}

/** Converts an answer for the lane: a lane does not wait out a closed shop. */
function unlessClosed<Answer extends { readonly kind: string }>(answer: Answer): Answer {
  return answer.kind === 'throttled' && 'closed' in answer ? { ...answer, afterMs: REOPENED_PAUSE_MS } : answer;
}

function unsent(problem: AccessProblem): WriteAnswer {
  return problem.kind === 'unavailable' ? { kind: 'throttled', afterMs: TOKEN_PAUSE_MS, noToken: true } : { kind: 'unauthorized' };
}

function unread(problem: AccessProblem): ReadAnswer {
  return problem.kind === 'unavailable' ? { kind: 'throttled', afterMs: TOKEN_PAUSE_MS, noToken: true } : { kind: 'unauthorized' };
}

/** Looks a write up in Square's log, which records our reference with each change. */
async function lookUpSquare(connections: Connections, request: WriteRequest): Promise<LookUpAnswer> {
  const opened = await connections.square();
  if (!opened.ok) return 'later';
  const found = await squareInventory.findReference(opened.value.client, request);
  if (!found.ok) return found.error.kind === 'refused' ? request.changes.map(() => null) : 'later';
  return request.changes.map(() => found.value === 'found');
}

/** Looks a write up at Shopify, which stores no reference that can be queried: only the levels show the effect. */
async function lookUpShopify(connections: Connections, request: WriteRequest): Promise<LookUpAnswer> {
  const opened = await connections.shopify();
  if (!opened.ok) return 'later';
  const stockIds = request.changes.map((change) => change.stockId);
  const answer = await shopifyInventory.levels(opened.value.client, stockIds, request.changes[0]?.locationId ?? '');
  if (answer.kind !== 'levels') return 'later';
  return request.changes.map((change) => {
    const level = answer.levels.find((report) => report.stockId === change.stockId);
    return level !== undefined && isUntouched(level, change, request) ? false : null;
  });
}
