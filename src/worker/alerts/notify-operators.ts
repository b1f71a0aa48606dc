import {
  startMessages,
  claimMessage,
  dueMessages,
  endUnnotified,
  noteNotified,
  readContent,
  notifyAgain,
  type AlertMessage,
  type DueMessage,
  type ListedAlert,
  type MessageContent,
} from '../../db/alert-messages';
import { HEALTH_PROBLEMS } from '../../domain/account/health-problem';
import type { Instant } from '../../domain/instant';
import type { Services } from '../runtime/services';
import { LEASE_MS, waitAfter } from './notification';
import { manyText } from './wording';

/** The dependencies of notifying operators. */
export type NotifyOperatorsDeps = Pick<Services, 'db' | 'log' | 'http' | 'config' | 'now'>;

const MINUTE = 60_000;
/** Accounts that a message names; it counts the rest. */
const LISTED = 20;
/** The least time between a message and its first update, doubled with each further one. */
const FIRST_UPDATE_MS = MINUTE;
const LONGEST_UPDATE_MS = 15 * MINUTE;

/**
 * Notifies operators of alerts that started, changed or ended, if a webhook is set: one message for each kind and platform, severe kinds
 * first. A message is updated while its accounts come and go, at growing intervals; its end is sent once.
 */
export async function notifyOperators(deps: NotifyOperatorsDeps): Promise<void> {
  if (deps.config.alertWebhookUrl === '') return;
  await startMessages(deps.db, deps.now());
  const due = await dueMessages(deps.db, deps.now());
  for (const message of due.toSorted((a, b) => rankOf(a) - rankOf(b) || a.id - b.id)) await tell(deps, message);
}

/**
 * Returns a message's place in the order of sending, the worst kind first. Installation-wide kinds come after those that stop single
 * accounts, and before those that only delay them.
 */
function rankOf({ own, kind }: AlertMessage): number {
  if (own) return HEALTH_PROBLEMS.indexOf('webhooks') + 0.5;
  const rank = HEALTH_PROBLEMS.findIndex((trouble) => trouble === kind);
  return rank < 0 ? HEALTH_PROBLEMS.length : rank;
}

async function tell(deps: NotifyOperatorsDeps, message: DueMessage): Promise<void> {
  const { db, log, http, config } = deps;
  if (message.open === 0 && message.toldAt === null) {
    await endUnnotified(db, message, deps.now());
    return;
  }
  const now = deps.now();
  if (!(await claimMessage(db, message.id, now, now + LEASE_MS))) return;
  const content = await readContent(db, message, LISTED);
  const answer = await http.send({
    method: 'POST',
    url: config.alertWebhookUrl,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(bodyOf(message, content, { appOrigin: config.appOrigin, now })),
  });
  if (answer.kind === 'answered' && answer.status >= 200 && answer.status < 300) {
    await noteNotified(db, message, content, { now: deps.now(), updateDue: deps.now() + updatePause(message.updates) });
    return;
  }
  const why = answer.kind === 'answered' ? `HTTP ${answer.status}` : answer.detail;
  log.warn('alert.not-sent', { message: message.id, kind: message.kind, tries: message.tries + 1, why });
  await notifyAgain(db, message, deps.now() + waitAfter(message.tries + 1));
}

function updatePause(updates: number): number {
  return Math.min(LONGEST_UPDATE_MS, FIRST_UPDATE_MS * 2 ** Math.min(updates, 10));
}

/** Returns the request body. Chat receivers show `text`; the other fields are for programs. */
function bodyOf(message: AlertMessage, content: MessageContent, at: { readonly appOrigin: string; readonly now: Instant }): object {
  const { id, kind, source, beganAt } = message;
  const { listed } = content;
  const state = stateOf(message, content);
  const count = state === 'cleared' ? content.total : content.open;
  const only = count === 1 ? (listed[0] ?? null) : null;
  const text = only?.message ?? manyText(kind, source);
  const link = `${at.appOrigin}${pathOf(message, only)}`;
  const more = Math.max(0, count - listed.length);
  return {
    text: `${BEFORE[state]}${only === null ? `${count} accounts: ` : whose(only)}${text}${only === null ? names(listed, more) : ''} ${link}`,
    product: 'shelfbridge',
    state,
    message_id: String(id),
    kind,
    source,
    count,
    accounts: listed.flatMap((alert) => (alert.account === 0 ? [] : [{ account_id: accountOf(alert), domain: alert.shopDomain }])),
    more,
    account_id: accountOf(only),
    domain: only?.shopDomain ?? '',
    message: text,
    raised_at: new Date(beganAt).toISOString(),
    cleared_at: state === 'cleared' ? new Date(at.now).toISOString() : '',
    link,
  };
}

type State = 'raised' | 'updated' | 'cleared';

/** The prefix of a message's text, by state. */
const BEFORE: Readonly<Record<State, string>> = { raised: '', updated: 'Now ', cleared: 'Resolved: ' };

function stateOf({ toldAt }: AlertMessage, { open }: MessageContent): State {
  if (open === 0) return 'cleared';
  return toldAt === null ? 'raised' : 'updated';
}

function whose({ shopDomain }: ListedAlert): string {
  return shopDomain === '' ? '' : `${shopDomain}: `;
}

function names(listed: readonly ListedAlert[], more: number): string {
  return ` ${listed.map(({ shopDomain }) => shopDomain).join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
}

/** Returns the account's number as text; '' for none. */
function accountOf(alert: ListedAlert | null): string {
  return alert === null || alert.account === 0 ? '' : String(alert.account);
}

function pathOf({ own, kind }: AlertMessage, only: ListedAlert | null): string {
  if (own) return '/admin/alerts';
  return only === null ? `/admin?${new URLSearchParams({ trouble: kind }).toString()}` : `/admin/account/${only.account}`;
}
