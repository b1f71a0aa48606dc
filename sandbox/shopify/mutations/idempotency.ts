import { getDirectiveValues, type GraphQLResolveInfo } from 'graphql';

import { topLevelError, userError, wholeRefusal, type ShopifyContext, type UserError } from '../context';

/** How long Shopify keeps an idempotency key, in sandbox ms. */
const KEY_LIFE_MS = 24 * 3_600_000;

/** The codes for a refusal that names no item; mutations without one return a plain error. */
const REFUSAL_CODES: ReadonlyMap<string, string> = new Map([['inventoryAdjustQuantities', 'ADJUST_QUANTITIES_FAILED']]);

/** The result of a mutation under a key: what it needs to answer again, or the errors that stopped it. */
export type KeyedResult = { readonly ok: true; readonly result: unknown } | { readonly ok: false; readonly errors: readonly UserError[] };

type StoredKey = { mutation: string; fingerprint: string; busy_until: number; outcome: string; result: string };

/** Returns the key of the directive, which these mutations require. */
function keyOf(info: GraphQLResolveInfo): string {
  const directive = info.schema.getDirective('idempotent');
  const node = info.fieldNodes[0];
  const values =
    directive === null || directive === undefined || node === undefined
      ? undefined
      : getDirectiveValues(directive, node, info.variableValues);
  const key: unknown = values?.['key'];
  if (typeof key !== 'string') {
    throw topLevelError('The @idempotent directive is required for this mutation but was not provided.', 'BAD_REQUEST');
  }
  if (key.trim() === '') throw topLevelError('The @idempotent directive key must not be empty.', 'BAD_REQUEST');
  return key;
}

const refused = (message: string, code: string): KeyedResult => ({ ok: false, errors: [userError(null, message, code)] });

/** Returns the result of a known key: a replay, or why it cannot be used. */
function again(stored: StoredKey, mutation: string, fingerprint: string): KeyedResult {
  if (stored.mutation !== mutation || stored.fingerprint !== fingerprint) {
    return refused('The idempotency key was used before with other parameters.', 'IDEMPOTENCY_KEY_PARAMETER_MISMATCH');
  }
  if (stored.busy_until > Date.now()) {
    return refused('A request with this idempotency key is still being processed.', 'IDEMPOTENCY_CONCURRENT_REQUEST');
  }
  if (stored.outcome === 'failed') {
    return refused('An earlier attempt with this idempotency key failed; use a new key.', 'IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED');
  }
  return { ok: true, result: JSON.parse(stored.result) };
}

/**
 * Runs `work` once per key; a repeated key returns the stored result, from which the caller builds a response with current data. Atomic.
 */
export function oncePerKey(context: ShopifyContext, info: GraphQLResolveInfo, args: unknown, work: () => KeyedResult): KeyedResult {
  const { db } = context.world;
  const key = keyOf(info);
  const fingerprint = JSON.stringify(args);
  const now = context.world.now();
  db.run('delete from shopify_idempotency where at < ?', now - KEY_LIFE_MS);
  const stored = db.row<StoredKey>(
    'select mutation, fingerprint, busy_until, outcome, result from shopify_idempotency where shop = ? and app = ? and key = ?',
    context.shop.domain,
    context.app,
    key,
  );
  if (stored !== null) return again(stored, info.fieldName, fingerprint);
  return db.transaction(() => {
    const result = context.refused ? { ok: false as const, errors: [wholeRefusal(REFUSAL_CODES.get(info.fieldName) ?? null)] } : work();
    db.run(
      `insert into shopify_idempotency (shop, app, key, mutation, fingerprint, at, busy_until, outcome, result) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      context.shop.domain,
      context.app,
      key,
      info.fieldName,
      fingerprint,
      now,
      context.busyUntil,
      result.ok ? 'done' : 'failed',
      JSON.stringify(result.ok ? result.result : null),
    );
    return result;
  });
}
