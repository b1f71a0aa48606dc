import { isRecord } from '../../src/platforms/json';
import { secretsIn } from '../secrets.ts';
import type { Call } from './recorder';
import { formOf } from './shape';

/** Fields whose texts are the platform's own words, never a person's: enumerations, ids, codes, paths, and settings. */
const KEPT =
  /^(?:id|ids|\w+_ids?|code|category|field|path|status|state|type|\w+_type|topic|operationName|name of|product|reason|scope|scopes|handle|handles|currency|currencyCode|error|documentation|__typename|types|states|object_types|event_types|includeFields|attribute_name|format|precision|errorCode|endCursor|timezone|country|version|from_state|to_state|location_ids|grant_type|api_version|query|query_name|referenceDocumentUri|key|idempotency_key)$/u;
/** Sentences of the platform, kept after removing what may be a person's. */
const SENTENCES = /^(?:message|detail|error_description)$/u;
/** Fields that hold secrets, whatever they look like. */
const SECRET_FIELDS = /(?:^|_)(?:token|secret|signature_key|code)$/u;
const GRANT_CODE = /^code$/u;
/** Objects whose `name` is the platform's: quantities and options. Everything else that has a name may belong to a person. */
const QUANTITY_NAMES = new Set(['available', 'committed', 'on_hand']);

const MAIL = /[^\s"'<>@]+@[^\s"'<>@]+\.[^\s"'<>@]+/gu;
const PHONE = /\+?\d[\d ().-]{7,}\d/gu;
const ADDRESS = /https?:\/\/[^\s"'<>]+/gu;

/** Returns a copy of a call that may be shown to anyone: without secrets, and without any text that a person wrote. */
export function redactCall(call: Call, secrets: readonly string[]): Call {
  const clean = (value: unknown, name: string): unknown => redactValue(value, name, secrets);
  return {
    ...call,
    sent: clean(call.sent, ''),
    body: clean(call.body, typeof call.body === 'string' ? 'text' : ''),
    headers: Object.fromEntries(Object.entries(call.headers).map(([name, value]) => [name, scrub(value, secrets)])),
  };
}

function redactValue(value: unknown, name: string, secrets: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => redactValue(one, name, secrets));
  if (isRecord(value)) {
    // An error's code is not a secret, an authorization code is.
    const isGrant = 'grant_type' in value || 'client_secret' in value;
    return Object.fromEntries(
      Object.entries(value).map(([field, one]) => {
        const isSecret = typeof one === 'string' && SECRET_FIELDS.test(field) && (isGrant || !GRANT_CODE.test(field));
        return [field, isSecret ? SECRET : redactValue(one, field, secrets)];
      }),
    );
  }
  return typeof value === 'string' ? redactText(value, name, secrets) : value;
}

const SECRET = '(secret)';

function redactText(text: string, name: string, secrets: readonly string[]): string {
  if (name === 'name' && QUANTITY_NAMES.has(text)) return text;
  const form = formOf(text);
  if (form.startsWith('time ') || form.startsWith('gid of ') || form === 'empty text') return text;
  // A telephone number is a number as text as well.
  if (form === 'number as text') return /phone|postal|zip/iu.test(name) || text.length > 14 ? '(number)' : text;
  if (form === 'address') return '(address)';
  if (SENTENCES.test(name)) return scrub(text, secrets).replaceAll(PHONE, '(number)');
  return KEPT.test(name) ? scrub(text, secrets) : `(text of ${text.length} characters)`;
}

/** Removes secrets by value and by form, mail addresses, and web addresses from a text. */
export function scrub(text: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret.length > 3).toSorted((one, other) => other.length - one.length);
  const without = known.reduce((rest, secret) => rest.replaceAll(secret, SECRET), text);
  return secretsIn(without)
    .reduce((rest, secret) => rest.replaceAll(secret, SECRET), without)
    .replaceAll(/\b(?:EAAA|EQAA|sq0\w{3}-|shp\w{2}_)[\w-]{8,}/gu, SECRET)
    .replaceAll(ADDRESS, '(address)')
    .replaceAll(MAIL, '(mail address)');
}
