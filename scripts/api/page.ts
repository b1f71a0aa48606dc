import type { Access } from '../../src/worker/rpc/guard';
import { buildMethodTable, type ServedMethod } from '../../src/worker/rpc/method-table';
import { SERVICES } from '../../src/worker/rpc/services';
import { CALLS, type ShownCall } from './calls';
import type { Message, Service } from './proto';
import { BEGINNING, INTRODUCTION } from './words';

type Method = Service['methods'][number];

const RULES: Readonly<Record<Access, string>> = {
  public: 'anybody',
  'signed-in': 'any signed-in user',
  entitled: 'any signed-in user with a subscription or running access; operators while impersonating',
  operator: 'operators, also while impersonating',
  impersonation: 'operators; during an impersonation, its session may end it',
};

/** Methods that cannot be called while impersonating. */
const NOT_IMPERSONATING = ['CreateSubscription', 'CancelSubscription', 'AdminGetSquareAuthToken'];

const METHODS = buildMethodTable(SERVICES);

/** Returns the whole page. Throws when a method has no call to show, or when a call names no method. */
export function writePage(services: readonly Service[], messages: readonly Message[]): string {
  const known = new Set(services.flatMap(({ name, methods }) => methods.map((method) => `${name}/${method.name}`)));
  const strangers = [...CALLS.keys()].filter((path) => !known.has(path));
  if (strangers.length > 0) throw new Error(`scripts/api/calls.ts shows calls of methods that are not there: ${strangers.join(', ')}`);
  const empty = new Set(messages.filter(({ fields }) => fields.length === 0).map(({ name }) => name));
  return [
    INTRODUCTION,
    BEGINNING,
    ...services.map((service) => writeService(service, empty)),
    '## Messages\n',
    ...messages.map(writeMessage),
  ].join('\n');
}

function writeService({ name, comment, methods }: Service, empty: ReadonlySet<string>): string {
  return [`## ${name}\n`, `${comment}\n`, ...methods.map((method) => writeMethod(name, method, empty))].join('\n');
}

function writeMethod(service: string, method: Method, empty: ReadonlySet<string>): string {
  const path = `${service}/${method.name}`;
  const call = CALLS.get(path);
  if (call === undefined) throw new Error(`${path} has no call in scripts/api/calls.ts`);
  const link = (message: string): string => (empty.has(message) ? 'nothing' : `[${message}](#${message.toLowerCase()})`);
  return [
    `### ${method.name}\n`,
    `${method.comment} Takes ${link(method.input)}, answers ${link(method.output)}.\n`,
    `- Who: ${who(service, method)}`,
    `- Audit: ${audit(service, method)}`,
    `- Refusals: ${refusals(service, method, call, empty)
      .map((code) => `\`${code}\``)
      .join(', ')}\n`,
    '```sh',
    curl(path, call),
    '```\n',
    ...(call.refused === undefined ? [] : [`Here it answers \`${call.refused[0]}\`: ${call.refused[1]}.\n`]),
  ].join('\n');
}

function who(service: string, { name }: Method): string {
  const rule = RULES[served(service, name).access];
  if (name === 'GetSubscriptionStatus') return 'any caller with the status secret';
  return NOT_IMPERSONATING.includes(name) ? `${rule.replace(', also while impersonating', '')}; nobody while impersonating` : rule;
}

function served(service: string, name: string): ServedMethod {
  const found = METHODS.get(`${service}/${name}`);
  if (found === undefined) throw new Error(`${service}/${name} is not served`);
  return found;
}

/** Describes the audit entries of a call. The rule itself is in src/worker/rpc/with-audit.ts. */
function audit(service: string, { name }: Method): string {
  const { access, audit: recorded } = served(service, name);
  if (recorded.kind === 'unaudited') return 'none';
  if (access === 'operator' || access === 'impersonation') {
    return recorded.kind === 'write' ? 'an entry before it is done, and one of how it ended' : 'an entry before anything is shown';
  }
  return recorded.kind === 'write' ? 'two entries, where an operator does it while impersonating' : 'none';
}

/** Returns the error codes of a method, in the order in which the server checks them. */
function refusals(service: string, method: Method, call: ShownCall, empty: ReadonlySet<string>): readonly string[] {
  const rule = served(service, method.name).access;
  const audited = audit(service, method) === 'none' ? [] : ['unavailable'];
  const codes = [
    ...(rule === 'public' ? [] : ['unauthenticated']),
    ...(rule === 'public' || rule === 'signed-in' ? [] : ['permission_denied']),
    ...(NOT_IMPERSONATING.includes(method.name) || method.name === 'CreateSubscription' ? ['permission_denied'] : []),
    'malformed',
    ...(empty.has(method.input) || method.name === 'GetSubscriptionStatus' ? [] : ['invalid_argument']),
    ...(call.codes ?? []),
    ...audited,
  ];
  return [...new Set(codes)];
}

const VARIABLE = /\$[A-Z_]+/gu;

/** Formats the call as a shell command. */
function curl(path: string, { as, body }: ShownCall): string {
  const cookies = as === 'nobody' ? '' : ` -b ${as ?? 'merchant'}.txt`;
  const quoted = `'${body.replace(VARIABLE, (name) => `'"${name}"'`)}'`;
  return `curl -sS${cookies} http://localhost:8788/rpc/${path} -H 'content-type: application/json' -d ${quoted}`;
}

function writeMessage({ name, comment, fields }: Message): string {
  if (fields.length === 0) return `### ${name}\n\n${comment}\n`;
  const rows = fields.map((field) => `| \`${field.name}\` | ${field.type} | ${cell(field.comment)} |`);
  return [`### ${name}\n`, `${comment}\n`, '| field | type | meaning |', '| --- | --- | --- |', ...rows, ''].join('\n');
}

const cell = (text: string): string => text.replaceAll('|', '\\|');
