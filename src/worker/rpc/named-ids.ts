import { ScalarType, type IMessageType } from '@protobuf-ts/runtime';

/** The ids that a call named, as the audit log stores them. */
export type NamedIds = Readonly<Record<string, string | number | boolean>>;

/**
 * Fields that say which thing a call is about, or which direction it takes. All other fields are left out: no text that people wrote, no
 * payload, no token, no stock quantity.
 */
const WRITTEN_DOWN: ReadonlySet<string> = new Set([
  'id',
  'ids',
  'account_id',
  'merchant_id',
  'subscription_id',
  'variant_id',
  'product_id',
  'shopify_variant_id',
  'square_variant_id',
  'location_id_shopify',
  'location_id_square',
  'domain',
  'source',
  'take',
  'send',
  'action',
  'delete',
  'refresh',
  'is_test',
  'track_inventory',
  'status',
  'subscription.id',
  'subscription.topic',
  'subscription.aws_arn',
  'subscription.google_project',
  'subscription.google_topic',
  'subscription.http_url',
  'steps.id',
  'separate',
  'pairs.shopify_id',
  'pairs.square_id',
  'task_counts.name',
  'task_counts.desired',
]);

/** Reasons that an operator writes for the audit log. Listed by message, since the same field elsewhere holds a merchant's text. */
const WORDS: ReadonlySet<string> = new Set(['sh.WritePauseRequest.reason']);
/** Characters of a reason that are kept. */
const LONGEST_WORDS = 200;

/** Ids of both platforms, domains and addresses; without spaces or mail addresses. */
const ID = /^[\w.:/#?=&%~+-]{0,256}$/u;

/** Ids of a list that are stored; the rest is counted. */
const LISTED = 20;

/** Returns the ids that a message names, by field name; those of a nested message as `field.inner`. */
export function namedIds(type: IMessageType<object>, message: object): NamedIds {
  return Object.fromEntries(collect(type, message, ''));
}

function collect(type: IMessageType<object>, message: object, prefix: string): [string, string | number | boolean][] {
  const values = new Map<string, unknown>(Object.entries(message));
  const found: [string, string | number | boolean][] = [];
  for (const field of type.fields) {
    const name = `${prefix}${field.name}`;
    const value = values.get(field.localName);
    if (field.kind === 'message' && prefix === '') {
      // oxlint-disable-next-line no-unsafe-argument -- the runtime types a field's message as any; it is a message
      for (const [key, all] of within(field.T(), value, `${name}.`)) found.push([key, all]);
    } else if (WORDS.has(`${type.typeName}.${field.name}`)) {
      found.push([
        name,
        String(value)
          .replaceAll(/\p{Cc}/gu, ' ')
          .slice(0, LONGEST_WORDS),
      ]);
    } else if (field.kind === 'scalar' && field.T !== ScalarType.BYTES && WRITTEN_DOWN.has(name)) {
      const text = written(value);
      if (text !== null) found.push([name, text]);
    }
  }
  return found;
}

/** Returns the ids of a nested message, or of a list of them, grouped by field. */
function within(type: IMessageType<object>, value: unknown, prefix: string): [string, string | number | boolean][] {
  const messages: readonly unknown[] = Array.isArray(value) ? value : [value];
  const byField = new Map<string, (string | number | boolean)[]>();
  for (const message of messages) {
    if (typeof message !== 'object' || message === null) continue;
    for (const [key, one] of collect(type, message, prefix)) if (one !== '') byField.set(key, [...(byField.get(key) ?? []), one]);
  }
  return [...byField].map(([key, all]) => [key, all.length === 1 ? (all[0] ?? '') : listed(all.map(String))]);
}

function written(value: unknown): string | number | boolean | null {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'string') return idText(value);
  return Array.isArray(value) ? listed(value.map((one) => idText(String(one)))) : null;
}

function idText(text: string): string {
  return ID.test(text) ? text : '(not an id)';
}

function listed(all: readonly string[]): string {
  const shown = all.slice(0, LISTED).join(',');
  return all.length > LISTED ? `${shown} and ${all.length - LISTED} more` : shown;
}
