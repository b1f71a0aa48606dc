import { parseTrouble, TROUBLES, type Trouble } from '../../domain/account/trouble';
import { sourceName, SOURCES } from '../../domain/source';
import type { Tone } from '../shared/components/notice';
import { plural } from '../shared/formats';

/** A kind of trouble in an operator's words. */
export interface TroubleWords {
  /** A word or two, for a mark or a filter. */
  readonly name: string;
  /** What it means, and what helps. */
  readonly meaning: string;
  readonly tone: Tone;
}

const WORDS: Readonly<Record<Trouble, TroubleWords>> = {
  stopped: {
    name: 'Sync stopped',
    meaning:
      'The account may use the product and its locations are paired, but nothing is kept in step: a connection is missing, or a catalogue was never read.',
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
  shop_frozen: {
    name: 'Shop frozen',
    meaning: 'Shopify has frozen the shop because its owner owes Shopify money. Changes wait and are sent when it is open again.',
    tone: 'bad',
  },
  shop_locked: {
    name: 'Shop locked',
    meaning: 'Shopify has locked the shop. Its owner has to contact Shopify Support. Changes wait and are sent when it is open again.',
    tone: 'bad',
  },
  shop_closed: {
    name: 'Shop not served',
    meaning: 'Shopify refuses every request for the shop, or says that it is not active. Changes wait and are sent when it is open again.',
    tone: 'bad',
  },
  shopify_credentials: {
    name: 'Our Shopify secret refused',
    meaning: 'Shopify refuses our own client id or secret, so that no token is renewed. Check SHOPIFY_CLIENT_ID and SHOPIFY_CLIENT_SECRET.',
    tone: 'bad',
  },
  square_credentials: {
    name: 'Our Square secret refused',
    meaning: 'Square refuses our own client id or secret, so that no token is renewed. Check SQUARE_CLIENT_ID and SQUARE_CLIENT_SECRET.',
    tone: 'bad',
  },
  api_version: {
    name: 'Other API version',
    meaning: 'Shopify answers in another API version than the one that is asked for, because ours is no longer supported.',
    tone: 'warn',
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
  webhooks_silent: {
    name: 'Webhooks silent',
    meaning:
      'A platform changes levels, by sales or by our own writes, and sends no webhooks of it. Changes are found by reading, minutes later. “Reconcile Now” finds them at once; “What webhooks told” shows since when.',
    tone: 'bad',
  },
  webhooks_unreadable: {
    name: 'Webhooks unreadable',
    meaning:
      'A platform sends webhooks in a form that this release does not understand. What they concern is read instead, which takes longer. “Received webhooks” shows which, and why.',
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
    meaning: 'Changes above the merchant’s own maximum, or that came together during a pause, wait for his word.',
    tone: 'info',
  },
  doubt: {
    name: 'Reading doubted',
    meaning: 'A catalogue came back far smaller than before. It is not taken over until the merchant, or you as him, approves it.',
    tone: 'warn',
  },
  lag: {
    name: 'Slow',
    meaning: 'The latest changes took longer than they should to reach the other side, or one is on its way for too long.',
    tone: 'warn',
  },
};

/**
 * A kind of trouble in words; what is none, as a task that fails, goes by its own name. `unreachable`: the platforms that do not
 * answer, where the trouble is one account's and they are known.
 */
export function troubleWords(kind: string, unreachable: readonly string[] = []): TroubleWords {
  const trouble = parseTrouble(kind);
  if (trouble === null) return { name: kind, meaning: '', tone: 'warn' };
  const failing = SOURCES.filter((source) => unreachable.includes(source)).map(sourceName);
  if (trouble !== 'unreachable' || failing.length === 0) return WORDS[trouble];
  const one = failing.length === 1;
  return {
    ...WORDS.unreachable,
    name: `${failing.join(' and ')} ${one ? 'fails' : 'fail'}`,
    meaning: `${failing.join(' and ')} ${one ? 'does' : 'do'} not answer, or ${one ? 'answers' : 'answer'} with errors. Changes wait and are sent when ${one ? 'it is' : 'they are'} back.`,
  };
}

/** What the fleet comes to, in a sentence: how many customers are in trouble, and which is the worst. `troubles` are the server's counts. */
export function fleetSentence(troubled: number, troubles: readonly { readonly trouble: string; readonly accounts: number }[]): string {
  const worst = TROUBLES.find((kind) => troubles.some(({ trouble, accounts }) => trouble === kind && accounts > 0));
  if (troubled === 0 || worst === undefined) return 'No customer is in trouble.';
  return `${plural(troubled, 'customer needs', 'customers need')} you. The worst of it: ${WORDS[worst].name.toLowerCase()}.`;
}
