import { accountsToWarn, noteDeletionWarned, type AccountToWarn } from '../../db/accounts';
import type { Instant } from '../../domain/instant';
import { reasonOf } from '../runtime/log';
import type { MailText } from '../runtime/mail';
import type { Services } from '../runtime/services';

const DAY = 86_400_000;

/** How long data is kept after access has ended, in ms. */
export const KEPT_AFTER_ACCESS_MS = 30 * DAY;
/** How long before the deletion its merchant is told, in ms: nothing is deleted earlier than this after the mail. */
export const WARNED_BEFORE_MS = 7 * DAY;
/** Mails per run; the next run sends the rest, and each deletion waits for its own. */
const AT_ONCE = 100;

/**
 * Tells merchants whose access ended three weeks ago that their data will be deleted in a week. Without an address, or where this
 * installation sends no mail, the time counts all the same: the dashboard says it too. A mail that cannot be sent now is tried again by the next run,
 * and the deletion waits.
 */
export async function warnOfDeletions({
  db,
  log,
  mail,
  config,
  now,
}: Pick<Services, 'db' | 'log' | 'mail' | 'config' | 'now'>): Promise<void> {
  const at = now();
  for (const account of await accountsToWarn(db, at - KEPT_AFTER_ACCESS_MS + WARNED_BEFORE_MS, AT_ONCE)) {
    try {
      const sent = account.address !== '' && (await mail.send(deletionMail(account, at, config.appOrigin)));
      log.info(sent ? 'account.deletion-warned' : 'account.deletion-not-mailed', { account: account.id });
    } catch (thrown) {
      log.warn('account.deletion-mail-failed', { account: account.id, reason: reasonOf(thrown) });
      continue;
    }
    await noteDeletionWarned(db, account.id, at);
  }
}

/** Composes the mail. Its dates are days in UTC: the merchant's time zone is not known here. */
function deletionMail({ address, shopDomain, accessEnds }: AccountToWarn, now: Instant, appOrigin: string): MailText {
  const day = (at: Instant): string =>
    new Date(at).toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' });
  const deleted = day(Math.max(accessEnds + KEPT_AFTER_ACCESS_MS, now + WARNED_BEFORE_MS));
  return {
    to: address,
    subject: `${shopDomain}: your Shelfbridge data will be deleted on ${deleted}`,
    text: [
      `Access to Shelfbridge ended on ${day(accessEnds)} for the shop ${shopDomain}. Stock is no longer kept in sync.`,
      `On ${deleted} we delete everything that we store for this shop: its links, its history, and our access to Square. Nothing in Shopify or Square changes.`,
      `To keep it, subscribe before that day: ${appOrigin}/subscription`,
      `To download it first: ${appOrigin}/account`,
      '',
    ].join('\n\n'),
  };
}
