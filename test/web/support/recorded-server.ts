import { vi } from 'vitest';

/** The answers of this version's Worker, as test/compat records and compares them. */
const FILES = import.meta.glob<string>('../../fixtures/{wire/{merchant,connecting,operator,records},data/opened}.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const [RELEASE = ''] = Object.values(
  import.meta.glob<string>('../../fixtures/release/proto.json', { query: '?raw', import: 'default', eager: true }),
);

/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

interface Exchange {
  readonly request: { readonly path: string };
  readonly answer: { readonly status: number; readonly body: Json | { readonly hex: string } };
}

/** Returns what an answer may have been before its recording masked what differs from run to run. */
const unmask = (text: string): Json =>
  JSON.parse(
    text
      .replaceAll(/"\{ms\}"|"\{revision\}"/gu, '7')
      .replaceAll(/(?<=T\d\d):mm:ss(\.fff)?/gu, ':05:06.000')
      .replaceAll('{text}', 'A text of the server.'),
  ) as Json;

function answersOf(): ReadonlyMap<string, Json> {
  const longest = new Map<string, string>();
  for (const { request, answer } of Object.values(FILES).flatMap((text) => JSON.parse(text) as Exchange[])) {
    const text = JSON.stringify(answer.body);
    const method = /^\/rpc\/(sh\.\w+\/\w+)$/u.exec(request.path)?.[1];
    if (method === undefined || answer.status !== 200 || text.includes('"hex"')) continue;
    if (text.length > (longest.get(method)?.length ?? 0)) longest.set(method, text);
  }
  return new Map([...longest].map(([method, text]) => [method, unmask(text)]));
}

const ANSWERS = answersOf();

interface Message {
  readonly name: string;
  readonly field?: readonly { readonly name: string; readonly typeName?: string }[];
}
interface Protocol {
  readonly file: readonly {
    readonly messageType?: readonly Message[];
    readonly service?: readonly {
      readonly name: string;
      readonly method: readonly { readonly name: string; readonly outputType: string }[];
    }[];
  }[];
}

const { file: files } = JSON.parse(RELEASE) as Protocol;
const MESSAGES = new Map<string, Message>(
  files.flatMap(({ messageType = [] }) => messageType.map((one) => [`.sh.${one.name}`, one] as const)),
);
const METHODS = new Map<string, string>(
  files.flatMap(({ service = [] }) =>
    service.flatMap(({ name, method }) => method.map((one) => [`sh.${name}/${one.name}`, one.outputType] as const)),
  ),
);

const isMessage = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Leaves of a message only what the last release knew. */
function asReleased(value: Json, type: string): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => asReleased(one, type));
  if (!isMessage(value)) return value;
  const fields = MESSAGES.get(type)?.field ?? [];
  return Object.fromEntries(
    fields.filter(({ name }) => name in value).map(({ name, typeName = '' }) => [name, asReleased(value[name] ?? null, typeName)]),
  );
}

/** Answers a call: a JSON value, or null when the Worker does not know the method. */
export type Server = (method: string, answer: Json | undefined) => Json | null;

/** The Worker of the last release: it has no later method and no later field. */
export const releasedServer: Server = (method, answer) => {
  const type = METHODS.get(method);
  return type === undefined || answer === undefined ? null : asReleased(answer, type);
};

/** Fields whose texts name one of several states; a later version may add some. */
const STATES = new Set([
  'kind',
  'matching',
  'product_status',
  'result',
  'shopify_product_status',
  'square_product_status',
  'standing',
  'state',
  'status',
  'trouble',
  'troubles',
  'why',
]);

const later = (value: Json, name: string): Json => {
  if (typeof value === 'string') return STATES.has(name) && value !== '' ? 'of_a_later_version' : value;
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => later(one, name));
  if (!isMessage(value)) return value;
  const known: Record<string, Json> = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, later(one, key)]));
  return { ...known, of_a_later_version: { list: [1, { deep: true }] } };
};

/** The Worker of a later version: every message has another field, and every state is one that this page does not know. */
export const laterServer: Server = (_, answer) => (answer === undefined ? null : later(answer, ''));

/** Lets a Worker answer the page's own transport; returns the methods that it did not know. */
export function serve(server: Server, answers: Readonly<Record<string, Json>> = {}): readonly string[] {
  const unknown: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const method = /\/rpc\/(sh\.\w+\/\w+)$/u.exec(url)?.[1] ?? '';
    const body = server(method, answers[method] ?? ANSWERS.get(method));
    if (body !== null) return Response.json(body);
    unknown.push(method);
    // As src/worker/rpc/twirp.ts answers.
    const error = { code: 'bad_route', msg: 'There is no such service or method.', meta: { reference: 'req-1' } };
    return Response.json(error, { status: 404 });
  });
  return unknown;
}
