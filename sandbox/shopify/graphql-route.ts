import { execute, GraphQLError, Kind, type DocumentNode, type ExecutionResult, type OperationDefinitionNode } from 'graphql';

import type { ShopState } from '../core/fault-switches';
import { PLAIN, type Circumstances, type WorldApi } from '../world-api';
import { MAX_QUERY_COST, openBucket, type ThrottleStatus } from './bucket';
import type { ShopifyContext, ShopRow } from './context';
import { operationCost } from './cost';
import { resolveField } from './field';
import { MutationRoot } from './mutation-root';
import { nodeMaker } from './nodes/maker';
import { QueryRoot } from './query-root';
import { checkedDocument, schema } from './schema';
import { stockWriteOf } from './stock-write';
import { Loader } from './store/loader';
import { bearerOf, type Bearer } from './token-store';
import { servedVersion } from './version';

const RATE_DOCUMENTATION = 'https://shopify.dev/api/usage/rate-limits';

const json = (body: unknown, status: number, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers } });

/** Returns Shopify's response to any request while a shop is in this state; null while it is open. */
function closedAnswer(state: ShopState): Response | null {
  switch (state) {
    case 'open':
      return null;
    case '402':
      return json({ errors: 'Unavailable Shop' }, 402);
    case '403':
      return json({ errors: 'Forbidden' }, 403);
    case '423':
      return json({ errors: 'Locked' }, 423);
    case '430':
      return new Response('Shopify Security Rejection', { status: 430, headers: { 'content-type': 'text/plain' } });
  }
}

/** Returns and logs the response of a shop that serves no requests; null while it is open. */
function turnAway(world: WorldApi, shop: ShopRow, title: string): Response | null {
  const closed = closedAnswer(world.config().faults.shopify.shopState);
  if (closed === null) return null;
  const detail = `shop answers ${closed.status}`;
  world.log({ platform: 'shopify', kind: 'call', owner: shop.domain, title, detail, outcome: 'refused' });
  return closed;
}

interface GraphqlRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName: string | null;
}

/** Returns the body of a GraphQL request, or null. */
function readRequest(text: string): GraphqlRequest | null {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || !('query' in body) || typeof body.query !== 'string') return null;
    const given: unknown = 'variables' in body ? body.variables : {};
    // oxlint-disable-next-line no-unsafe-type-assertion -- an object parsed from JSON has string keys; the values stay unknown
    const variables = typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {};
    const name: unknown = 'operationName' in body ? body.operationName : null;
    return { query: body.query, variables, operationName: typeof name === 'string' ? name : null };
  } catch {
    return null;
  }
}

function operationOf(document: DocumentNode, name: string | null): OperationDefinitionNode | null {
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  if (name === null) return operations.length === 1 ? (operations[0] ?? null) : null;
  return operations.find((operation) => operation.name?.value === name) ?? null;
}

const isRead = (operation: OperationDefinitionNode | null): boolean => operation?.operation === 'query';

/** Returns the root fields of an operation, the name under which a request is counted and logged. */
function rootFields(operation: OperationDefinitionNode): string {
  return operation.selectionSet.selections.map((field) => (field.kind === Kind.FIELD ? field.name.value : '…')).join('+');
}

const costs = (requested: number, actual: number | null, throttleStatus: ThrottleStatus): object => ({
  cost: { requestedQueryCost: requested, actualQueryCost: actual, throttleStatus },
});

/** Returns one line about what failed, for the live log; '' when nothing failed. */
function trouble(result: ExecutionResult): string {
  const [error] = result.errors ?? [];
  if (error !== undefined) return error.message;
  for (const payload of Object.values(result.data ?? {})) {
    if (typeof payload !== 'object' || payload === null || !('userErrors' in payload) || !Array.isArray(payload.userErrors)) continue;
    const first: unknown = payload.userErrors[0];
    if (typeof first === 'object' && first !== null && 'message' in first) return String(first.message);
  }
  return '';
}

/** Keeps the sandbox's own bugs out of responses. */
function shown(error: GraphQLError): unknown {
  const cause = error.originalError;
  if (cause === undefined || cause === null || cause instanceof GraphQLError) return error.toJSON();
  // oxlint-disable-next-line no-console -- bugs of the sandbox itself, for its user
  console.error('sandbox: a Shopify resolver failed', cause);
  return {
    ...error.toJSON(),
    message: 'Internal error. Looks like something went wrong on our end.',
    extensions: { code: 'INTERNAL_SERVER_ERROR' },
  };
}

interface Asked {
  readonly world: WorldApi;
  readonly shop: ShopRow;
  readonly bearer: Bearer;
  readonly version: string;
  readonly origin: string;
}

/** Runs one admitted operation and charges its actual cost. */
async function run(
  asked: Asked,
  request: GraphqlRequest,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  { stillBusyMs, refused, throttled, lagMs }: Circumstances,
): Promise<Response> {
  const { world, shop, bearer, version, origin } = asked;
  const headers = { 'X-Shopify-API-Version': version };
  const title = rootFields(operation);
  const kind = bearer.app === 'app' ? 'call' : 'outside';
  const log = (detail: string, outcome: 'ok' | 'refused'): void =>
    world.log({ platform: 'shopify', kind, owner: shop.domain, title, detail, outcome });
  const requested = operationCost(schema, document, operation, request.variables);
  const bucket = openBucket(world, shop.domain, bearer.app);
  if (requested > MAX_QUERY_COST) {
    log(`too dear: ${requested} points`, 'refused');
    const message = `Query cost is ${requested}, which exceeds the single query max cost limit (${MAX_QUERY_COST}).`;
    const extensions = { code: 'MAX_COST_EXCEEDED', cost: requested, maxCost: MAX_QUERY_COST, documentation: RATE_DOCUMENTATION };
    return json({ errors: [{ message, extensions }] }, 200, headers);
  }
  if (throttled || requested > bucket.status().currentlyAvailable) {
    log('throttled', 'refused');
    const extensions = { code: 'THROTTLED', documentation: RATE_DOCUMENTATION };
    return json(
      {
        errors: [{ message: 'Throttled', extensions }],
        extensions: costs(requested, null, throttled ? { ...bucket.status(), currentlyAvailable: 0 } : bucket.status()),
      },
      200,
      headers,
    );
  }
  const load = new Loader(world.db, shop.domain, lagMs);
  const context: ShopifyContext = {
    world,
    shop,
    load,
    make: nodeMaker,
    app: bearer.app,
    scopes: bearer.scopes,
    version,
    origin,
    busyUntil: Date.now() + stillBusyMs,
    refused,
    lagMs,
    bulk: false,
  };
  const result = await execute({
    schema,
    document,
    rootValue: operation.operation === 'mutation' ? new MutationRoot() : new QueryRoot(),
    contextValue: context,
    variableValues: request.variables,
    operationName: operation.name?.value,
    fieldResolver: resolveField,
  });
  const actual = Math.min(requested, operationCost(schema, document, operation, request.variables, result.data ?? {}));
  const errors = result.errors?.map(shown);
  const wrong = trouble(result);
  log(wrong, wrong === '' ? 'ok' : 'refused');
  const body = {
    data: result.data,
    ...(errors === undefined ? {} : { errors }),
    extensions: costs(requested, actual, bucket.charge(actual)),
  };
  return json(body, 200, headers);
}

/** Serves `POST /{shop}/admin/api/{version}/graphql.json`. */
export async function graphqlRoute(world: WorldApi, shop: ShopRow, askedVersion: string, request: Request): Promise<Response> {
  const text = await request.text();
  const version = servedVersion(askedVersion);
  if (version === null) return json({ errors: 'Not Found' }, 404);
  const token = request.headers.get('X-Shopify-Access-Token');
  const bearer = token === null ? null : bearerOf(world, shop.domain, token);
  if (bearer === null) {
    world.log({
      platform: 'shopify',
      kind: 'call',
      owner: shop.domain,
      title: 'graphql',
      detail: 'unknown or expired token',
      outcome: 'refused',
    });
    return json({ errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' }, 401);
  }
  const headers = { 'X-Shopify-API-Version': version };
  const body = readRequest(text);
  const checked = body === null ? null : checkedDocument(body.query);
  const operation = body === null || checked === null || !checked.ok ? null : operationOf(checked.document, body.operationName);
  const name = operation === null ? 'invalid' : rootFields(operation);
  if (bearer.app === 'app' && !world.isReplay(request)) world.countCall('shopify', name);
  const effect = (circumstances: Circumstances): Response | Promise<Response> => {
    if (body === null || checked === null) return json({ errors: { query: 'Required parameter missing or invalid' } }, 400, headers);
    if (!checked.ok) {
      world.log({
        platform: 'shopify',
        kind: 'call',
        owner: shop.domain,
        title: 'invalid query',
        detail: checked.errors[0]?.message ?? '',
        outcome: 'refused',
      });
      return json({ errors: checked.errors.map((error) => error.toJSON()) }, 200, headers);
    }
    if (operation === null) return json({ errors: [{ message: 'An operation name is required' }] }, 200, headers);
    return run({ world, shop, bearer, version, origin: new URL(request.url).origin }, body, checked.document, operation, circumstances);
  };
  if (bearer.app !== 'app') return effect(PLAIN);
  const closed = turnAway(world, shop, name);
  if (closed !== null) return closed;
  const stockWrite = stockWriteOf(world, shop.domain, operation, body?.variables ?? {});
  return world.withFaults('shopify', { request, body: text, stockWrite, read: isRead(operation) }, effect);
}
