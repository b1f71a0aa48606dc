import type { Instant } from '../../domain/instant';
import type { Http } from '../../platforms/http';
import { claimForMerchants, claimForOperators, noteMerchantTold, retellOperators, toldOperators, type DueAlert } from '../db/alerts';
import type { Db } from '../db/database';
import { reasonOf, type Log } from '../log';
import type { AlertConfig } from './alert-config';
import type { Mail } from './mail';
import { merchantMail } from './merchant-mail';

/** What telling takes. */
export interface TellDeps {
  readonly db: Db;
  readonly log: Log;
  readonly http: Http;
  readonly mail: Mail;
  readonly config: AlertConfig;
  now(): Instant;
}

const MINUTE = 60_000;
/** So many of a kind are told in one run; the next run takes the rest. */
const AT_ONCE = 50;
/** How long a run may take over one telling before another run tries. */
const LEASE_MS = 2 * MINUTE;
/** The pause after the first failure, doubled with each further one. */
const FIRST_WAIT_MS = MINUTE;
const LONGEST_WAIT_MS = 60 * MINUTE;
/** A merchant waits for his operator to be told first, but no longer than this. */
const OPERATOR_FIRST_MS = 30 * MINUTE;

/** Tells operators of what began and what ended, as far as there is somewhere to tell. */
export async function tellOperators(deps: TellDeps): Promise<void> {
  if (deps.config.alertWebhookUrl === '') return;
  const now = deps.now();
  for (const alert of await claimForOperators(deps.db, now, now + LEASE_MS, AT_ONCE)) {
    const answer = await deps.http.send({
      method: 'POST',
      url: deps.config.alertWebhookUrl,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(operatorMessage(alert, deps.config.appOrigin)),
    });
    if (answer.kind === 'answered' && answer.status >= 200 && answer.status < 300) {
      await toldOperators(deps.db, alert, deps.now());
      continue;
    }
    const why = answer.kind === 'answered' ? `HTTP ${answer.status}` : answer.detail;
    deps.log.warn('alert.not-told', { alert: alert.id, kind: alert.kind, tries: alert.tries, why });
    await retellOperators(deps.db, alert, deps.now() + waitAfter(alert.tries));
  }
}

/** `text` is what receivers of chat messages show; the rest is for machines. */
function operatorMessage(alert: DueAlert, appOrigin: string): object {
  const ended = alert.clearedAt !== null;
  const link = alert.account === 0 ? `${appOrigin}/admin/alerts` : `${appOrigin}/admin/account/${alert.account}`;
  const whose = alert.shopDomain === '' ? '' : `${alert.shopDomain}: `;
  return {
    text: `${ended ? 'Over: ' : ''}${whose}${alert.message} ${link}`,
    product: 'shelfbridge',
    state: ended ? 'cleared' : 'raised',
    alert_id: String(alert.id),
    kind: alert.kind,
    account_id: alert.account === 0 ? '' : String(alert.account),
    domain: alert.shopDomain,
    message: alert.message,
    raised_at: new Date(alert.raisedAt).toISOString(),
    cleared_at: alert.clearedAt === null ? '' : new Date(alert.clearedAt).toISOString(),
    link,
  };
}

/** Writes to merchants about troubles that last, and about the end of those that they know of: one mail for all that an account has to know now. */
export async function tellMerchants(deps: TellDeps): Promise<void> {
  const now = deps.now();
  const times = { now, leaseUntil: now + LEASE_MS, notWaitingBefore: now - OPERATOR_FIRST_MS };
  const due = await claimForMerchants(deps.db, times, AT_ONCE);
  for (const account of new Set(due.map((alert) => alert.account))) {
    await tellMerchant(
      deps,
      due.filter((alert) => alert.account === account),
    );
  }
}

async function tellMerchant(deps: TellDeps, due: readonly (DueAlert & { readonly address: string })[]): Promise<void> {
  const [first] = due;
  if (first === undefined) return;
  const mail = merchantMail(due, deps.config.appOrigin);
  if (first.address === '' || mail === null) {
    await noteMerchantTold(deps.db, due, 'nowhere');
    return;
  }
  try {
    const sent = await deps.mail.send({ ...mail, to: first.address });
    await noteMerchantTold(deps.db, due, sent ? { at: deps.now() } : 'nowhere');
    deps.log.info(sent ? 'alert.merchant-told' : 'alert.nowhere-to-tell', { account: first.account, alerts: due.length });
  } catch (thrown) {
    deps.log.warn('alert.mail-failed', { account: first.account, tries: first.tries, reason: reasonOf(thrown) });
    await noteMerchantTold(deps.db, due, { again: deps.now() + waitAfter(first.tries) });
  }
}

function waitAfter(tries: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(Math.max(0, tries - 1), 10));
}
