import { parseHealthProblem, type Health, type HealthProblem } from '../../domain/account/trouble';
import { sourceName, type Source } from '../../domain/source';

/** Returns the platform that a health problem is about; '' when it is not about one alone. */
export function platformOf(trouble: HealthProblem, { failing }: Pick<Health, 'failing'>): Source | '' {
  switch (trouble) {
    case 'shopify_token':
    case 'shopify_credentials':
    case 'shop_frozen':
    case 'shop_locked':
    case 'shop_closed':
    case 'api_version':
    case 'webhooks':
      return 'shopify';
    case 'square_token':
    case 'square_credentials':
      return 'square';
    case 'unreachable':
      return failing.length === 1 ? (failing[0] ?? '') : '';
    default:
      return '';
  }
}

/** Returns the operator text of a health problem that many accounts have. */
export function manyText(kind: string, source: Source | ''): string {
  const name = source === '' ? 'A platform' : sourceName(source);
  const texts: Readonly<Record<HealthProblem, string>> = {
    stopped: 'Nothing is kept in step, although they are entitled to it.',
    frozen: 'Variants are frozen: it could not be known whether a write took effect.',
    shopify_token: 'Shopify refuses our token.',
    square_token: 'Square refuses our token.',
    shop_frozen: 'Shopify has frozen the shop (402). Changes wait.',
    shop_locked: 'Shopify has locked the shop (423). Changes wait.',
    shop_closed: 'Shopify serves no request for the shop. Changes wait.',
    shopify_credentials: 'Shopify refuses our own client id or secret: tokens are not renewed.',
    square_credentials: 'Square refuses our own client id or secret: tokens are not renewed.',
    api_version: 'Shopify answers in another API version than the one that is asked for.',
    webhooks_silent: 'A platform changes levels and sends no webhooks of it.',
    webhooks_unreadable: 'Webhooks of the last day could not be read, or not whole.',
    webhooks: 'Webhook subscriptions at Shopify are missing.',
    unreachable: `${name} fails or cannot be reached.`,
    doubt: "A reading would change much of the stock, and waits for the merchant's word.",
    blocked: 'Variants are blocked: a platform refuses the change.',
    lag: 'Changes take long.',
    held: "Variants are held for the merchant's word.",
  };
  const trouble = parseHealthProblem(kind);
  return trouble === null ? kind : texts[trouble];
}

const OPERATOR_TEXTS: Readonly<Record<HealthProblem, (health: Health) => string>> = {
  stopped: () => 'Nothing is kept in step, although the account is entitled to it.',
  frozen: (health) => `${counted(health.frozen)} frozen: it could not be known whether a write took effect.`,
  shopify_token: () => 'Shopify refuses our token.',
  square_token: () => 'Square refuses our token.',
  shop_frozen: () => 'Shopify has frozen the shop (402): its owner owes Shopify money. Changes wait.',
  shop_locked: () => 'Shopify has locked the shop (423). Changes wait.',
  shop_closed: (health) => `Shopify serves no request for the shop (${health.closed ?? 'unknown'}). Changes wait.`,
  shopify_credentials: () =>
    'Shopify refuses our own client id or secret: tokens are not renewed. Check SHOPIFY_CLIENT_ID and SHOPIFY_CLIENT_SECRET.',
  square_credentials: () =>
    'Square refuses our own client id or secret: tokens are not renewed. Check SQUARE_CLIENT_ID and SQUARE_CLIENT_SECRET.',
  api_version: (health) =>
    `Shopify answers in API version ${health.servedVersion ?? 'unknown'}, not in the one that is asked for: ours is no longer supported.`,
  webhooks: (health) => `${health.missingWebhooks} webhook subscriptions at Shopify are missing.`,
  webhooks_silent: ({ silent, untold }) =>
    `No webhooks of changes from ${silent.map(sourceName).join(' and ')}: ${plural(untold, 'change')} of the last day came without one.`,
  webhooks_unreadable: ({ unreadableWebhooks }) =>
    `${plural(unreadableWebhooks, 'webhook')} of the last day could not be read: what they concern was read from the platform instead.`,
  unreachable: ({ failing }) =>
    `${failing.map(sourceName).join(' and ') || 'A platform'} ${failing.length > 1 ? 'fail' : 'fails'} or cannot be reached.`,
  doubt: () => "A reading would change much of the stock, and waits for the merchant's word.",
  blocked: (health) => `${counted(health.blocked)} blocked: a platform refuses the change.`,
  lag: (health) =>
    `Changes take long: the oldest is ${Math.round(health.oldestUnderWayMs / 1000)} s on its way, of the latest, 19 of 20 took up to ${Math.round((health.recentP95Ms ?? 0) / 1000)} s.`,
  held: (health) => `${counted(health.held)} held: a change is over the merchant's maximum, or came together during a pause.`,
};

/** Returns the operator text of a health problem, with its count or duration where it has one. */
export function operatorText(trouble: HealthProblem, health: Health): string {
  return OPERATOR_TEXTS[trouble](health);
}

function plural(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}

function counted(variants: number): string {
  return variants === 1 ? '1 variant is' : `${variants} variants are`;
}

/** A merchant's text for a health problem: what is wrong, what is safe, and the path of the page that fixes it; `was` is for the end. */
export interface MerchantText {
  readonly wrong: string;
  readonly was: string;
  readonly safe: string;
  readonly path: string;
}

const COUNTED = 'No sale is lost: what is sold meanwhile is read when the connection is back, and then passed on.';

const WAITING = 'Sales are still counted, and changes are sent when Shopify serves the shop again.';

const MERCHANT_TEXTS: Readonly<Partial<Record<HealthProblem, MerchantText>>> = {
  stopped: {
    wrong: 'Stock is not kept in step right now.',
    was: 'Stock was not kept in step.',
    safe: 'Nothing is changed on either side meanwhile.',
    path: '/connections',
  },
  shopify_token: {
    wrong: 'Shopify no longer lets Shelfbridge in. Please reconnect it.',
    was: 'Shopify did not let Shelfbridge in.',
    safe: COUNTED,
    path: '/connections',
  },
  square_token: {
    wrong: 'Square no longer lets Shelfbridge in. Please reconnect it.',
    was: 'Square did not let Shelfbridge in.',
    safe: COUNTED,
    path: '/connections',
  },
  shop_frozen: {
    wrong: 'Shopify has frozen your shop because of an unpaid bill. Please pay the balance in your Shopify admin.',
    was: 'Shopify had frozen your shop.',
    safe: WAITING,
    path: '/connections',
  },
  shop_locked: {
    wrong: 'Shopify has locked your shop. Please contact Shopify Support.',
    was: 'Shopify had locked your shop.',
    safe: WAITING,
    path: '/connections',
  },
  shop_closed: {
    wrong: 'Shopify does not serve your shop at the moment. Please check your Shopify admin.',
    was: 'Shopify did not serve your shop.',
    safe: WAITING,
    path: '/connections',
  },
  webhooks: {
    wrong: 'Shopify does not tell Shelfbridge of sales at once.',
    was: 'Shopify did not tell Shelfbridge of sales at once.',
    safe: 'Stock is read every few minutes instead, so changes arrive late but none is lost.',
    path: '/connections',
  },
  webhooks_silent: {
    wrong: 'A platform does not tell Shelfbridge of sales at once.',
    was: 'A platform did not tell Shelfbridge of sales at once.',
    safe: 'Stock is read every few minutes instead, so changes arrive late but none is lost.',
    path: '/connections',
  },
  frozen: {
    wrong: 'Some variants are on hold, because it could not be known whether a change arrived.',
    was: 'Some variants were on hold.',
    safe: 'Their stock is not touched until you look at it; all other variants go on.',
    path: '/inventory?view=needs_attention',
  },
  doubt: {
    wrong: 'What was read from a platform would change much of your stock, so it waits for your word.',
    was: 'What was read from a platform waited for your word.',
    safe: 'Nothing of it was written to the other side.',
    path: '/dashboard',
  },
  blocked: {
    wrong: 'A platform does not accept the stock of some variants.',
    was: 'A platform did not accept the stock of some variants.',
    safe: 'What they are owed is kept; all other variants go on.',
    path: '/inventory?view=needs_attention',
  },
};

/** Returns the merchant's text for a kind of health problem; null for kinds that merchants are not notified of. */
export function merchantText(kind: string): MerchantText | null {
  const known = Object.entries(MERCHANT_TEXTS).find(([name]) => name === kind);
  return known === undefined ? null : known[1];
}
