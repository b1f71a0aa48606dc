import { SELF } from 'cloudflare:test';

import type { BodyKind } from '../../../../src/worker/rpc/body';
import type { Access } from '../../../../src/worker/rpc/guard';
import type { Caller, RealWorld } from '../../support/worker-harness';
import type { Facts } from './facts';
import { RPC } from './first-client';
import type { Method } from './methods';
import { SAMPLES } from './samples';

/** The callers. `strangers`: a merchant who names another merchant's ids. */
export const COLUMNS = ['nobody', 'merchant', 'unsubscribed', 'strangers', 'operator', 'impersonator'] as const;

export type Column = (typeof COLUMNS)[number];

/** The result of a call: `ok` or the code of the refusal, the HTTP status, and the whole response. */
export interface Answered {
  readonly code: string;
  readonly status: number;
  readonly text: string;
  readonly sent: string;
}

/** The facts of all accounts. */
export interface AllFacts {
  readonly merchant: Facts;
  readonly other: Facts;
  readonly operator: Facts;
}

/** The contract's rule for each service. */
const SERVICE_RULES: Readonly<Record<string, Access>> = {
  'sh.Account': 'signed-in',
  'sh.Connections': 'signed-in',
  'sh.Locations': 'signed-in',
  'sh.Subscriptions': 'signed-in',
  'sh.Inventory': 'entitled',
  'sh.Variants': 'entitled',
  'sh.Issues': 'entitled',
  'sh.History': 'entitled',
  'sh.External': 'operator',
  'sh.Admin': 'operator',
  'sh.Operations': 'operator',
};

const METHOD_RULES: Readonly<Record<string, Access>> = {
  'sh.Session/GetSessionData': 'public',
  'sh.Session/GetAppInfo': 'public',
  'sh.Session/ImpersonateDomain': 'operator',
  'sh.Session/Test': 'operator',
  'sh.Subscriptions/GetSubscriptionStatus': 'public',
};

/** Methods that are not allowed while impersonating. */
const NOT_IMPERSONATING = [
  'sh.Account/DeleteAccount',
  'sh.Subscriptions/CreateSubscription',
  'sh.Subscriptions/CancelSubscription',
  'sh.Admin/AdminGetSquareAuthToken',
];

/** The contract's rule for a method. */
export function ruleOf({ path, service }: Method): Access {
  const rule = METHOD_RULES[path] ?? SERVICE_RULES[service.typeName];
  if (rule === undefined) throw new Error(`the contract does not say who may call ${path}`);
  return rule;
}

/** The code with which the contract has the endpoint refuse a caller; null if the caller is allowed. */
export function refusalOf(method: Method, column: Column): string | null {
  const rule = ruleOf(method);
  if (rule === 'public') return null;
  if (column === 'nobody') return 'unauthenticated';
  if (column === 'impersonator') return NOT_IMPERSONATING.includes(method.path) ? 'permission_denied' : null;
  if (rule === 'operator') return column === 'operator' ? null : 'permission_denied';
  return rule === 'entitled' && column === 'unsubscribed' ? 'permission_denied' : null;
}

/** The message for a cell of the matrix. It is empty if an allowed call would harm the account, which still tests the access check. */
function messageFor(method: Method, column: Column, facts: AllFacts): object {
  const sample = SAMPLES.get(method.path);
  if (sample === undefined) throw new Error(`${method.path} has no sample call`);
  // Starting or stopping impersonation would change the caller for the rest of the matrix.
  if (method.path === 'sh.Session/ImpersonateDomain') return { domain: 'nobody-here' };
  if (column === 'strangers') return sample.message(facts.other, 0);
  const harmful = (sample.last ?? 0) > 0 && refusalOf(method, column) === null;
  if (harmful) return {};
  const ofAccounts = ruleOf(method) === 'operator' && !method.path.startsWith('sh.External/');
  return sample.message(column === 'operator' && !ofAccounts ? facts.operator : facts.merchant, 0);
}

/** Whether the message contains ids of the account. */
export function namesIds(method: Method, facts: AllFacts): boolean {
  const message = SAMPLES.get(method.path)?.message;
  return JSON.stringify(message?.(facts.other, 0)) !== JSON.stringify(message?.(facts.merchant, 0));
}

/** Makes the call of a cell. */
export async function knock(world: RealWorld, facts: AllFacts, method: Method, column: Column, kind: BodyKind): Promise<Answered> {
  const caller: Caller = column === 'strangers' ? world.merchant : world[column];
  const sent = JSON.stringify(messageFor(method, column, facts));
  const body = kind === 'json' ? sent : Uint8Array.from(method.input.toBinary(method.input.fromJsonString(sent)));
  const headers = { 'content-type': `application/${kind}`, ...(caller.cookie === '' ? {} : { cookie: caller.cookie }) };
  const response = await SELF.fetch(`${RPC}/${method.path}`, { method: 'POST', headers, body });
  const text = new TextDecoder().decode(await response.arrayBuffer());
  const { status } = response;
  return { code: status === 200 ? 'ok' : codeOf(text), status, text, sent };
}

function codeOf(text: string): string {
  const refusal: unknown = JSON.parse(text);
  const code: unknown = typeof refusal === 'object' && refusal !== null ? Reflect.get(refusal, 'code') : undefined;
  return typeof code === 'string' ? code : 'none';
}

/** A table as the formatter writes it. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, index) => Math.max(3, title.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const line = (cells: readonly string[]): string => `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
