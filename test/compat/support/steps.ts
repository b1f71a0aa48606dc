import { createExecutionContext, env, SELF, waitOnExecutionContext } from 'cloudflare:test';
import { expect } from 'vitest';

import worker from '../../../src/worker/index';
import { APP, call, CookieJar, waitUntilSettled, WORKER } from './client';
import { createNormalizer, type Normalizer } from './normalize';
import type { Exchange, Recording } from './recording';
import { methodOf } from './services';

/** Who sends a request. `newcomer`: signed in without a subscription. `impersonator`: an operator who acts as the merchant. */
export type Caller = 'nobody' | 'merchant' | 'newcomer' | 'operator' | 'impersonator';

/** A variant as the merchant's inventory lists it. */
export interface ListedVariant {
  readonly sku: string;
  readonly id: string;
  readonly product_id: string;
  readonly shopify_id: string;
  readonly square_id: string;
}

/** State that the steps of a scenario share. */
export class Scenario {
  readonly cookies: Readonly<Record<Caller, CookieJar>> = {
    nobody: new CookieJar(),
    merchant: new CookieJar(),
    newcomer: new CookieJar(),
    operator: new CookieJar(),
    impersonator: new CookieJar(),
  };
  /** The address that the last redirect led to. */
  location = '';
  /** The last JSON answer. */
  lastAnswer: Record<string, unknown> = {};
  readonly #variants = new Map<string, ListedVariant>();

  /** Reads the merchant's variants, for `variant` to find. */
  async readVariants(): Promise<void> {
    const request = { table: { limit: 1000 } };
    type Page = { readonly products: readonly { readonly variants: readonly ListedVariant[] }[] };
    const { products } = await call<Page>('sh.Inventory/GetInventory', this.cookies.merchant, request);
    for (const variant of products.flatMap(({ variants }) => variants)) this.#variants.set(variant.sku, variant);
  }

  /** The merchant's variant with a SKU. Throws when there is none. */
  variant(sku: string): ListedVariant {
    const found = this.#variants.get(sku);
    if (found === undefined) throw new Error(`the merchant has no variant ${sku}`);
    return found;
  }
}

/** A request to the Worker. */
export interface SentRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** The body as the recording shows it, where that is not the body itself. */
  readonly shownBody?: unknown;
  /** The headers as the recording shows them, where those are not the headers themselves. */
  readonly shownHeaders?: Readonly<Record<string, string>>;
  /** Bindings that the Worker has for this request in place of its own. */
  readonly bindings?: object;
}

/** One exchange of a scenario. */
export interface Step {
  readonly name: string;
  readonly as: Caller;
  readonly send: (scenario: Scenario) => SentRequest | Promise<SentRequest>;
  /** The method that is called in protobuf. */
  readonly protobufMethod?: string;
  /** Prepares the step; not recorded. */
  readonly before?: (scenario: Scenario) => Promise<unknown>;
  /** True waits for the background work that the step starts. */
  readonly settles?: boolean;
  /** Fields of the answer that differ from run to run. */
  readonly masked?: readonly string[];
}

const PROTOBUF = 'application/protobuf';

/** Headers that are recorded elsewhere, or that say nothing beyond the body. */
const OTHER_HEADERS = new Set(['content-length', 'location', 'set-cookie']);

/** Sends a request to the Worker. Redirects are not followed. */
async function send({ method, path, body, bindings }: SentRequest, headers: Readonly<Record<string, string>>): Promise<Response> {
  const address = `${WORKER}${path}`;
  const init = { method, headers, redirect: 'manual', ...(body !== undefined && { body }) } as const;
  if (bindings === undefined) return SELF.fetch(address, init);
  const context = createExecutionContext();
  const answer = await worker.fetch(new Request<unknown, IncomingRequestCfProperties>(address, init), { ...env, ...bindings }, context);
  await waitOnExecutionContext(context);
  return answer;
}

/** Sends a step's request and hands the normalized exchange to the recording. */
export async function runStep(step: Step, scenario: Scenario, recording: Recording): Promise<void> {
  await step.before?.(scenario);
  const sent = await step.send(scenario);
  const cookies = scenario.cookies[step.as];
  const headers = { ...(cookies.header !== '' && { cookie: cookies.header }), ...sent.headers };
  const answer = await send(sent, headers);
  cookies.keep(answer);
  const normalizer = createNormalizer(step.masked);
  const exchange = await normalize(step, sent, answer, normalizer, scenario);
  // The same call in JSON records these texts.
  recording.take(exchange, answer.headers.get('content-type') === PROTOBUF ? {} : normalizer.texts);
  if (step.settles === true) await waitUntilSettled();
}

async function normalize(step: Step, sent: SentRequest, answer: Response, normalizer: Normalizer, scenario: Scenario): Promise<Exchange> {
  const location = answer.headers.get('location');
  if (location !== null) scenario.location = new URL(location, APP).href;
  const headers = Object.fromEntries(
    [...answer.headers].filter(([name]) => !OTHER_HEADERS.has(name)).map(([name, value]) => [name, normalizer.text(value)]),
  );
  const cookies = answer.headers.getSetCookie().map((line) => line.replace(/^([^=]+)=[^;]+/u, '$1={value}'));
  const body = await bodyOf(step, answer, normalizer, scenario);
  const sentHeaders = sent.shownHeaders ?? sent.headers ?? {};
  return {
    name: step.name,
    request: {
      as: step.as,
      method: sent.method,
      path: normalizer.text(sent.path),
      ...(Object.keys(sentHeaders).length > 0 && { headers: sentHeaders }),
      ...(sent.body !== undefined && { body: normalizer.json(sent.shownBody ?? sent.body) }),
    },
    answer: {
      status: answer.status,
      headers,
      ...(location !== null && { location: normalizer.text(location) }),
      ...(cookies.length > 0 && { cookies }),
      ...(body !== undefined && { body }),
    },
  };
}

/** Returns the shape of each kind of line in a file of JSON lines: how many there are differs from run to run, and so do their values. */
function shapesOf(text: string): string[] {
  const lines = text.trimEnd().split('\n');
  const shapes = lines.map((line) => {
    const { database = '', table = '', row = {}, ...rest } = JSON.parse(line) as { database?: string; table?: string; row?: object };
    return [database, table, ...Object.keys(rest), ...Object.keys(row)].filter((word) => word !== '').join(' ');
  });
  return [...new Set(shapes)];
}

async function bodyOf(step: Step, answer: Response, normalizer: Normalizer, scenario: Scenario): Promise<unknown> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const type = answer.headers.get('content-type') ?? '';
  if (type === PROTOBUF) return protobufBody(step.protobufMethod ?? '', bytes, normalizer);
  if (bytes.byteLength === 0) return undefined;
  const text = new TextDecoder().decode(bytes);
  if (type.startsWith('text/html')) return normalizer.html(text);
  if (type.startsWith('application/x-ndjson')) return shapesOf(text);
  if (!type.startsWith('application/json')) return normalizer.human(text, 'body');
  const parsed = JSON.parse(text) as Record<string, unknown>;
  scenario.lastAnswer = parsed;
  // JSON that is not compact is recorded as text: its bytes would be lost.
  return JSON.stringify(parsed) === text ? normalizer.json(parsed) : normalizer.text(text);
}

/** The decoded message, and the bytes of the message after normalizing: field numbers and wire types stay visible, volatile lengths do not. */
function protobufBody(method: string, bytes: Uint8Array, normalizer: Normalizer): unknown {
  const { output } = methodOf(method);
  const decoded = output.fromBinary(bytes, { readUnknownField: 'throw' });
  expect(hexOf(output.toBinary(decoded)), `${method} answers canonical protobuf`).toBe(hexOf(bytes));
  const message = normalizer.json(output.toJson(decoded, { emitDefaultValues: true, useProtoFieldName: true }));
  // A number field cannot hold a placeholder.
  const encodable = JSON.stringify(message).replaceAll(/"\{(?:ms|revision)\}"/gu, '0');
  return { message, hex: hexOf(output.toBinary(output.fromJsonString(encodable))) };
}

function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A call of a method in one of the two encodings. */
export function callRequest(method: string, message: object, encoding: 'json' | 'protobuf'): SentRequest {
  const path = `/rpc/${method}`;
  const text = JSON.stringify(message);
  if (encoding === 'json') {
    return { method: 'POST', path, headers: { 'content-type': 'application/json' }, body: text, shownBody: message };
  }
  const { input } = methodOf(method);
  const body = Uint8Array.from(input.toBinary(input.fromJsonString(text)));
  return { method: 'POST', path, headers: { 'content-type': PROTOBUF }, body, shownBody: { message, hex: hexOf(body) } };
}
