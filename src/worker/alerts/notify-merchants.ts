import { claimForMerchants, noteMerchantNotified, type DueAlert } from '../../db/alerts';
import { reasonOf } from '../runtime/log';
import type { Services } from '../runtime/services';
import { merchantMail, type MailDetails } from './merchant-mail';
import { LEASE_MS, waitAfter } from './notification';
import { MAILED_CASES, writerCasesText } from './writer-cases-text';

/** The dependencies of notifying merchants. */
export type NotifyMerchantsDeps = Pick<Services, 'db' | 'log' | 'mail' | 'config' | 'now' | 'account'>;

const MINUTE = 60_000;
/** The problem whose mail names variants. */
const ANOTHER_WRITER = 'another_writer';
/** Alerts that one run claims; the next run takes the rest. */
const AT_ONCE = 50;
/** The longest that a merchant's mail waits for the operators' notification to go out first, ms. */
const OPERATOR_FIRST_MS = 30 * MINUTE;

/** Mails merchants about health problems that last, and about the end of problems that they were notified of: one mail per account. */
export async function notifyMerchants(deps: NotifyMerchantsDeps): Promise<void> {
  const now = deps.now();
  const times = { now, leaseUntil: now + LEASE_MS, notWaitingBefore: now - OPERATOR_FIRST_MS };
  const due = await claimForMerchants(deps.db, times, AT_ONCE);
  for (const account of new Set(due.map((alert) => alert.account))) {
    await notifyMerchant(
      deps,
      due.filter((alert) => alert.account === account),
    );
  }
}

async function notifyMerchant(deps: NotifyMerchantsDeps, due: readonly (DueAlert & { readonly address: string })[]): Promise<void> {
  const [first] = due;
  if (first === undefined) return;
  const mail = merchantMail(due, deps.config.appOrigin, await detailsOf(deps, due));
  if (first.address === '' || mail === null) {
    await noteMerchantNotified(deps.db, due, 'nowhere');
    return;
  }
  try {
    const sent = await deps.mail.send({ ...mail, to: first.address });
    await noteMerchantNotified(deps.db, due, sent ? { at: deps.now() } : 'nowhere');
    deps.log.info(sent ? 'alert.merchant-notified' : 'alert.no-recipient', { account: first.account, alerts: due.length });
  } catch (thrown) {
    deps.log.warn('alert.mail-failed', { account: first.account, tries: first.tries, reason: reasonOf(thrown) });
    await noteMerchantNotified(deps.db, due, { again: deps.now() + waitAfter(first.tries) });
  }
}

/** Returns what an account's object knows of its problems; without it, the mail says only what kind they are. */
async function detailsOf({ account, log }: NotifyMerchantsDeps, due: readonly DueAlert[]): Promise<MailDetails> {
  const alert = due.find(({ kind, clearedAt }) => kind === ANOTHER_WRITER && clearedAt === null);
  if (alert === undefined || alert.account === 0) return {};
  try {
    return { [ANOTHER_WRITER]: writerCasesText(await account(alert.account).writerCases(MAILED_CASES, null)) };
  } catch (thrown) {
    log.warn('alert.details-failed', { account: alert.account, reason: reasonOf(thrown) });
    return {};
  }
}
