import type { Tone } from '../../components/notice';
import { formatCount } from '../../formats';

/** A kind of trouble in an operator's words. */
export interface TroubleWords {
  /** A word or two, for a mark or a filter. */
  readonly name: string;
  /** What it means, and what helps. */
  readonly meaning: string;
  readonly tone: Tone;
}

/** The kinds of trouble as the server names them, the worst first. */
const TROUBLES: Readonly<Record<string, TroubleWords>> = {
  stopped: {
    name: 'Sync stopped',
    meaning:
      'The account may use the product, but nothing is kept in step: a connection, a pair of locations or automatic syncing is missing.',
    tone: 'bad',
  },
  shopify_token: {
    name: 'Shopify refuses us',
    meaning: 'Shopify no longer accepts the access that was granted. The merchant has to reconnect Shopify.',
    tone: 'bad',
  },
  square_token: {
    name: 'Square refuses us',
    meaning: 'Square no longer accepts the access that was granted. The merchant has to reconnect Square.',
    tone: 'bad',
  },
  unreachable: {
    name: 'Platform fails',
    meaning: 'A platform does not answer, or answers with errors. Changes wait and are sent when it is back.',
    tone: 'bad',
  },
  webhooks: {
    name: 'Webhooks missing',
    meaning:
      'Subscriptions that should be there are not. Changes are found late, by the sweeps alone. “Auto-Add Missing Webhooks” makes them.',
    tone: 'warn',
  },
  frozen: {
    name: 'Frozen',
    meaning: 'It could not be known whether a write took effect, so that these variants are left alone until someone decides.',
    tone: 'bad',
  },
  blocked: {
    name: 'Refused',
    meaning: 'A platform refuses a change, as for a variant that was deleted or is not stocked there.',
    tone: 'warn',
  },
  held: {
    name: 'Held',
    meaning: 'Changes above the merchant’s own maximum wait for his word.',
    tone: 'info',
  },
  doubt: {
    name: 'Reading doubted',
    meaning: 'A catalogue came back far smaller than before. It is not taken over until the merchant, or you as him, approves it.',
    tone: 'warn',
  },
  lag: {
    name: 'Slow',
    meaning: 'Changes take longer than they should to reach the other side.',
    tone: 'warn',
  },
};

/** The server's names of all kinds, the worst first. */
export const TROUBLE_KINDS: readonly string[] = Object.keys(TROUBLES);

/** A kind of trouble in words; one that this page does not know yet by its own name. */
export function troubleWords(kind: string): TroubleWords {
  return TROUBLES[kind] ?? { name: kind, meaning: 'This page has no words for it yet.', tone: 'warn' };
}

/** What the fleet comes to, in a sentence: how many customers have how bad a trouble. `troubles` are the server's counts. */
export function fleetSentence(troubles: readonly { readonly trouble: string; readonly accounts: number }[]): string {
  const bad = troubles.filter(({ accounts }) => accounts > 0);
  if (bad.length === 0) return 'No customer is in trouble.';
  const known = TROUBLE_KINDS.flatMap((kind) => bad.filter(({ trouble }) => trouble === kind));
  const sorted = [...known, ...bad.filter(({ trouble }) => !TROUBLE_KINDS.includes(trouble))];
  return `${sorted.map(({ trouble, accounts }) => `${troubleWords(trouble).name}: ${formatCount(accounts)}`).join(' · ')}.`;
}
