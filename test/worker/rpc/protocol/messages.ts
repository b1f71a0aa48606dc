import type { FieldInfo, IMessageType } from '@protobuf-ts/runtime';
import { ScalarType } from '@protobuf-ts/runtime';
import fc from 'fast-check';

import type { BodyKind } from '../../../../src/worker/rpc/body';
import type { Facts } from './facts';
import { innerType } from './methods';

/** A body as it goes over the wire. */
export interface Body {
  readonly kind: BodyKind;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const encoder = new TextEncoder();

/** Words that mean something to some field of some method. */
const WORDS = [
  'shopify square Shopify all in_sync shopify_only missing_skus duplicate_skus inventory_disabled name -name sku -date status any held',
  'snapshot copy ACTIVE INVENTORY_LEVELS_UPDATE demo second demo.myshopify.com second.myshopify.com nobody.myshopify.com MLDEMO MLSECOND',
  '2026-11-20T12:00:00Z gid://shopify/ProductVariant/1 gid://shopify/Product/0 gid://shopify/ -1 007 1e3 9007199254740993 ../../x %00',
  "'or/**/1=1-- <script>alert(1)</script> a\0b __proto__ constructor ﬀ \u202Eevil İ 🐸🐸🐸🐸🐸🐸🐸🐸🐸🐸🐸🐸🐸🐸🐸🐸",
]
  .join(' ')
  .split(' ')
  .concat('', ' ', '\n', 'a b');

const TEXT = [
  fc.constantFrom(...WORDS),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.nat(9).map(String),
  fc.nat(30_000).map((length) => 'x'.repeat(length)),
];

const EDGES = [0, -0, -1, 1, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 32, 2 ** 53, -(2 ** 53), 1e308, 5e-324, 0.1, 1.5, -1e-9];
const WRITTEN = ['0', '1', '-1', '1.0', '1e2', '0x10', ' 1', '1 ', '', 'NaN', 'Infinity', '-Infinity', '9223372036854775807', '1_000'];

/** A value that need not fit its field. */
const ANYTHING = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom<unknown>(null, [], {}, true, 0, '', ...EDGES, ...WRITTEN));

function isText(type: ScalarType): boolean {
  return type === ScalarType.STRING || type === ScalarType.BYTES;
}

function scalar(type: ScalarType, known: readonly string[]): fc.Arbitrary<unknown> {
  if (type === ScalarType.BOOL) return fc.oneof({ weight: 6, arbitrary: fc.boolean() }, { weight: 1, arbitrary: ANYTHING });
  if (isText(type)) return fc.oneof(fc.constantFrom(...known), ...TEXT);
  const fitting = type === ScalarType.DOUBLE ? fc.double() : type === ScalarType.UINT32 ? fc.nat() : fc.integer();
  return fc.oneof(fc.nat(50), fitting, fc.constantFrom<unknown>(...EDGES), fc.constantFrom<unknown>(...WRITTEN));
}

/** A value that a field might be sent with; most values fit the field. */
function valueOf(field: FieldInfo, known: readonly string[], depth: number): fc.Arbitrary<unknown> {
  const one =
    field.kind === 'message' ? messageOf(innerType(field), known, depth + 1) : scalar(field.kind === 'scalar' ? field.T : 5, known);
  const fitting = field.repeat === 0 ? one : fc.array(one, { maxLength: 5 });
  return fc.oneof({ weight: 9, arbitrary: fitting }, { weight: 1, arbitrary: ANYTHING });
}

/** A message as JSON: some fields under either of their names, and occasionally an unknown one. */
function messageOf(type: IMessageType<object>, known: readonly string[], depth = 0): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.fromEntries(
    type.fields.flatMap((field) => {
      const value = valueOf(field, known, depth);
      return field.name === field.jsonName || depth > 1
        ? [[field.name, value]]
        : [
            [field.name, value],
            [field.jsonName, value],
          ];
    }),
  );
  const strangers = fc.dictionary(fc.string({ maxLength: 10 }), ANYTHING, { maxKeys: 1 });
  return fc
    .tuple(
      fc.record(fields, { requiredKeys: [] }),
      fc.oneof({ weight: 8, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: strangers }),
    )
    .map(([message, more]) => ({ ...message, ...more }));
}

const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(encoder.encode(text));

/** Corrupted JSON: truncated, broken in the middle, of another shape, not UTF-8, or nested too deeply. */
function spoiltJson(text: string, at: number, how: number): Uint8Array<ArrayBuffer> {
  const place = Math.floor(at * text.length);
  switch (how) {
    case 0:
      return bytes(text.slice(0, place));
    case 1:
      return bytes(`${text.slice(0, place)}\\ud800${text.slice(place)}`);
    case 2:
      return Uint8Array.from([...bytes(text.slice(0, place)), 0xff, 0xc0, ...bytes(text.slice(place))]);
    case 3:
      return bytes(`[${text}]`);
    case 4:
      return bytes('{"a":'.repeat(5000 * at));
    case 5:
      return bytes(`\uFEFF${text}`);
    case 6:
      return bytes(`${text}${text}`);
    default:
      return bytes(JSON.stringify(text));
  }
}

/** Corrupted binary: truncated, with a flipped bit, fields of other or invalid types, or lengths beyond the end. */
function spoiltBinary(whole: Uint8Array, at: number, how: number, noise: Uint8Array): Uint8Array<ArrayBuffer> {
  const place = Math.floor(at * whole.length);
  switch (how) {
    case 0:
      return Uint8Array.from(whole.subarray(0, place));
    case 1:
      return Uint8Array.from(whole, (byte, index) => (index === place ? byte ^ (1 << (how + (place % 7))) : byte));
    case 2:
      return Uint8Array.from([...whole, ...noise]);
    case 3:
      return Uint8Array.from([...whole.subarray(0, place), ...noise, ...whole.subarray(place)]);
    case 4:
      return Uint8Array.from([...whole, 0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f]);
    case 5:
      return Uint8Array.from([...whole, 0x0a, 0x02, 0xc3, 0x28]);
    case 6:
      return Uint8Array.from([...whole, ...Array.from({ length: 2000 * at }, () => 0x0b)]);
    default:
      return Uint8Array.from(noise);
  }
}

/** The message in binary; empty if its JSON does not fit the type, because it then has no binary form. */
function toBinary(type: IMessageType<object>, message: Record<string, unknown>): Uint8Array {
  try {
    return type.toBinary(type.fromJsonString(JSON.stringify(message), { ignoreUnknownFields: true }));
  } catch {
    return new Uint8Array(0);
  }
}

/** The texts of the facts: ids that the account has. */
function knownTexts(facts: Facts): string[] {
  const { pair, linked, uneven } = facts;
  return [facts.accountId, facts.domain, facts.seller, facts.subscription, facts.squareItem, facts.receipt].concat(
    [pair.id, pair.shopifyId, pair.squareId, uneven.id, uneven.shopifyId, uneven.squareId],
    [linked.id, linked.sku, linked.shopifyId, linked.squareId, linked.productId],
  );
}

/** Bodies for a method with this request type: half of them have a valid shape, the rest are corrupted. */
export function bodies(type: IMessageType<object>, facts: Facts): fc.Arbitrary<Body> {
  const message = messageOf(type, knownTexts(facts));
  const way = fc.record({
    kind: fc.constantFrom<BodyKind>('json', 'protobuf'),
    spoilt: fc.boolean(),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    how: fc.nat(7),
    noise: fc.uint8Array({ maxLength: 30 }),
  });
  return fc.tuple(message, way).map(([sent, { kind, spoilt, at, how, noise }]): Body => {
    if (kind === 'json') {
      const text = JSON.stringify(sent);
      return { kind, bytes: spoilt ? spoiltJson(text, at, how) : bytes(text) };
    }
    const whole = toBinary(type, sent);
    return { kind, bytes: spoilt ? spoiltBinary(whole, at, how, noise) : Uint8Array.from(whole) };
  });
}
