import type { Change, Passing } from './changing-proxy';

/** A difference between a real platform and the sandbox, put into the platform's answers. */
export interface Plant {
  readonly name: string;
  /** The exchange in which it must be found, and run. */
  readonly exchange: string;
  readonly call: string;
  /** The exact place that the report must name. */
  readonly path: string;
  readonly real: string;
  readonly ours: string;
  readonly change: Change;
}

const asks = (name: string) => (request: Passing) => request.text.includes(`"operationName":"${name}"`) || request.path.endsWith(name);

/** Changes the text of the answers to some requests. */
function inAnswers(isMeant: (request: Passing) => boolean, pattern: RegExp, text: string): Change {
  return async (request, forward) => {
    const answer = await forward(request);
    return isMeant(request) ? { ...answer, text: answer.text.replaceAll(pattern, text) } : answer;
  };
}

const ADJUST = asks('AdjustQuantities');
const BATCH_CREATE = asks('/v2/inventory/changes/batch-create');
const COUNTS = asks('/v2/inventory/counts/batch-retrieve');

/** Ends an idempotency key's meaning: every attempt is a request of its own. */
const forgetKeys: Change = (request, forward) =>
  forward(
    BATCH_CREATE(request)
      ? { ...request, text: request.text.replace(/"idempotency_key":"[^"]*"/u, `"idempotency_key":"${crypto.randomUUID()}"`) }
      : request,
  );

/** Makes a change that a batch with a stale one would have taken with it take effect alone. */
const takePart: Change = async (request, forward) => {
  const sent = ADJUST(request) ? readBatch(request.text) : null;
  const answer = await forward(request);
  if (sent !== null) await forward({ ...request, text: sent });
  return answer;
};

interface Batch {
  readonly variables: { readonly input: { readonly changes: readonly { readonly changeFromQuantity: number }[] }; readonly key: string };
}

/** Returns a batch of two changes, the second stale, as a request with the first alone under another key; null for any other. */
function readBatch(text: string): string | null {
  const body = JSON.parse(text) as Batch;
  const { changes } = body.variables.input;
  const [first, second] = changes;
  if (first === undefined || second?.changeFromQuantity !== 9) return null;
  const variables = { ...body.variables, input: { ...body.variables.input, changes: [first] }, key: crypto.randomUUID() };
  return JSON.stringify({ ...body, variables });
}

/** Refuses each batch of two changes that would be accepted. */
const refuseBatches: Change = async (request, forward) => {
  const isBatch = BATCH_CREATE(request) && request.text.split('"catalog_object_id"').length === 3;
  if (!isBatch) return forward(request);
  const error = { category: 'INVALID_REQUEST_ERROR', code: 'BAD_REQUEST', detail: 'The batch is refused.' };
  return { status: 400, headers: { 'content-type': 'application/json' }, text: JSON.stringify({ errors: [error] }) };
};

/** Differences of every kind that the command must find. */
export const PLANTS: readonly Plant[] = [
  {
    name: 'a field is missing',
    exchange: 'Shopify: items and levels',
    call: 'ExternalVariant',
    path: 'data.productVariant.displayName',
    real: 'absent',
    ours: 'present',
    change: inAnswers(asks('ExternalVariant'), /"displayName":"[^"]*",/gu, ''),
  },
  {
    name: 'null where none is allowed',
    exchange: 'Shopify: a new product',
    call: 'ProductsById',
    path: 'data.nodes[].variants.nodes[].price',
    real: 'null where the schema allows none',
    ours: 'string',
    change: inAnswers(asks('ProductsById'), /"price":"[^"]*"/gu, '"price":null'),
  },
  {
    name: 'another type',
    exchange: 'Square: changes of stock',
    call: 'POST /v2/inventory/counts/batch-retrieve',
    path: 'counts[].quantity',
    real: 'number',
    ours: 'string',
    change: inAnswers(COUNTS, /"quantity":"(-?[\d.]+)"/gu, '"quantity":$1'),
  },
  {
    name: 'another error code',
    exchange: 'Shopify: refused changes of stock',
    call: 'AdjustQuantities',
    path: 'data.inventoryAdjustQuantities.userErrors[].code',
    real: 'INVALID_QUANTITY_TOO_LOW',
    ours: 'CHANGE_FROM_QUANTITY_STALE',
    change: inAnswers(ADJUST, /CHANGE_FROM_QUANTITY_STALE/gu, 'INVALID_QUANTITY_TOO_LOW'),
  },
  {
    name: 'another status',
    exchange: 'Square: a bad token',
    call: 'GET /v2/merchants/me',
    path: 'HTTP status',
    real: '403',
    ours: '401',
    change: async (request, forward) => {
      const answer = await forward(request);
      return answer.status === 401 ? { ...answer, status: 403 } : answer;
    },
  },
  {
    name: 'another form of the cost',
    exchange: 'Shopify: edits',
    call: 'VariantToEdit',
    path: 'extensions.cost.requestedQueryCost',
    real: 'string',
    ours: 'number',
    change: inAnswers(asks('VariantToEdit'), /"requestedQueryCost":(\d+)/gu, '"requestedQueryCost":"$1"'),
  },
  {
    name: 'seconds instead of milliseconds',
    exchange: 'Square: changes of stock',
    call: 'POST /v2/inventory/counts/batch-retrieve',
    path: 'counts[].calculated_at',
    real: 'time in seconds UTC',
    ours: 'time in milliseconds UTC',
    change: inAnswers(COUNTS, /("calculated_at":"[^".]*)\.\d{3}Z"/gu, '$1Z"'),
  },
  {
    name: 'one more value of an enumeration',
    exchange: 'Shopify: items and levels',
    call: 'ExternalProduct',
    path: 'data.product.status',
    real: 'unknown value SUSPENDED',
    ours: 'one of 4 values of the schema',
    change: inAnswers(asks('ExternalProduct'), /"status":"DRAFT"/gu, '"status":"SUSPENDED"'),
  },
  {
    name: 'a replay that is executed again',
    exchange: 'Square: a replayed key',
    call: '',
    path: '',
    real: 'applied, states 13, a second effect',
    ours: 'applied, states the first answer, no second effect',
    change: forgetKeys,
  },
  {
    name: 'a batch that takes effect in part',
    exchange: 'Shopify: one stale change of two',
    call: '',
    path: '',
    real: 'refused (stale); the other change took effect',
    ours: 'refused (stale); the other change had no effect',
    change: takePart,
  },
  {
    name: 'a batch that is refused as a whole',
    exchange: 'Square: changes of stock',
    call: 'POST /v2/inventory/changes/batch-create',
    path: 'HTTP status',
    real: '400',
    ours: '200',
    change: refuseBatches,
  },
];
