import type { DueAlert } from '../../db/alerts';
import type { MailText } from '../runtime/mail';
import { merchantText, type MerchantText } from './wording';

/** The fields of an alert that a merchant is notified about. */
type Notified = Pick<DueAlert, 'kind' | 'shopDomain' | 'raisedAt' | 'goneSince' | 'clearedAt'>;

/** What is known of the problem behind an alert, for a shop owner, by its kind. */
export type MailDetails = Readonly<Partial<Record<string, string>>>;

/**
 * Returns one mail with everything that the merchant has to know about their account: what is wrong, what is safe, where to fix it, and
 * which problems are over. It names only the merchant's own shop. Null when none of the alerts concerns merchants. `details`: what else is known
 * of a problem.
 */
export function merchantMail(alerts: readonly Notified[], appOrigin: string, details: MailDetails = {}): Omit<MailText, 'to'> | null {
  const known = alerts.flatMap((alert) => {
    const text = merchantText(alert.kind);
    return text === null ? [] : [{ alert, text }];
  });
  const lasting = known.filter(({ alert }) => alert.clearedAt === null);
  const wrong = lasting.map(({ text }) => text);
  const over = known.filter(({ alert }) => alert.clearedAt !== null);
  const shop = alerts[0]?.shopDomain ?? '';
  const subject = subjectOf(
    wrong,
    over.map(({ text }) => text),
  );
  if (subject === null) return null;
  return {
    subject: `${shop}: ${subject}`,
    text: [
      `This is a Shelfbridge alert for the shop ${shop}.`,
      ...lasting.map(({ alert, text }) => paragraph(text, details[alert.kind] ?? '', appOrigin)),
      ...over.map(({ alert, text }) => `Resolved: ${text.was} ${lasted(alert)}`),
      ...(over.length === 0 ? [] : [`See what happened to your stock in the meantime: ${appOrigin}/history`]),
      `You receive this email because this address is set for alerts. To change it: ${appOrigin}/settings`,
      '',
    ].join('\n\n'),
  };
}

function subjectOf(wrong: readonly MerchantText[], over: readonly MerchantText[]): string | null {
  const [first] = wrong;
  const [last] = over;
  if (first !== undefined) return wrong.length === 1 ? first.wrong : `${wrong.length} issues need your attention in Shelfbridge`;
  if (last === undefined) return null;
  return over.length === 1 ? `Resolved: ${last.was}` : `${over.length} issues are resolved`;
}

function paragraph({ wrong, safe, path }: MerchantText, more: string, appOrigin: string): string {
  return [wrong, safe, ...(more === '' ? [] : [more]), `See what to do: ${appOrigin}${path}`].join('\n');
}

/** Returns the start and the end, to the minute, in UTC: the merchant's time zone is not known here. */
function lasted({ raisedAt, goneSince, clearedAt }: Notified): string {
  const minute = (at: number | null): string => new Date(at ?? 0).toISOString().slice(0, 16).replace('T', ' ');
  return `(${minute(raisedAt)} to ${minute(goneSince ?? clearedAt)} UTC)`;
}
