import type { DueAlert } from '../db/alerts';
import type { MailText } from './mail';
import { merchantText, type MerchantText } from './wording';

/**
 * One mail for all that the merchant has to know of his account: what is wrong, what is safe, and where to mend it. It names
 * his own shop and nothing else of anybody's. Null when none of it is his to know.
 */
export function merchantMail(alerts: readonly Pick<DueAlert, 'kind' | 'shopDomain'>[], appOrigin: string): Omit<MailText, 'to'> | null {
  const texts = alerts.map(({ kind }) => merchantText(kind)).filter((text) => text !== null);
  const [first] = texts;
  const shop = alerts[0]?.shopDomain ?? '';
  if (first === undefined) return null;
  return {
    subject: texts.length === 1 ? `${shop}: ${first.wrong}` : `${shop}: ${texts.length} things need you in Shelfbridge`,
    text: [
      `This is Shelfbridge, about the shop ${shop}.`,
      ...texts.map((text) => paragraph(text, appOrigin)),
      `You get this mail because this address is set for alerts. To change that: ${appOrigin}/settings`,
      '',
    ].join('\n\n'),
  };
}

function paragraph({ wrong, safe, path }: MerchantText, appOrigin: string): string {
  return `${wrong}\n${safe}\nSee what to do: ${appOrigin}${path}`;
}
