import { parseHealthProblem, type Health, type HealthProblem } from '../../domain/account/health-problem';
import { percentOf } from '../../domain/account/storage-use';
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
    stopped: 'Nothing is syncing, although these accounts have access.',
    frozen: 'Variants are frozen: it is unknown whether a write took effect.',
    another_writer: 'Another app copies changes of variants: their stock is not changed until the merchant decides.',
    shopify_token: 'Shopify refuses our token.',
    square_token: 'Square refuses our token.',
    shop_frozen: 'Shopify has frozen the shop (402). Changes wait.',
    shop_locked: 'Shopify has locked the shop (423). Changes wait.',
    shop_closed: 'Shopify is not serving requests for the shop. Changes wait.',
    shopify_credentials: 'Shopify refuses our own client id or secret: tokens are not renewed.',
    square_credentials: 'Square refuses our own client id or secret: tokens are not renewed.',
    storage: 'The storage of account objects is nearly full: once it is, nothing more can be stored or synced.',
    api_version: 'Shopify answers in a different API version from the one we request.',
    webhooks_silent: 'A platform changes stock without sending webhooks.',
    webhooks_unreadable: 'Some webhooks of the last day could not be read completely.',
    webhooks: 'Webhook subscriptions at Shopify are missing.',
    unreachable: `${name} fails or cannot be reached.`,
    doubt: "A snapshot would change much of the stock and is waiting for the merchant's review.",
    blocked: 'Variants are blocked: a platform refuses the change.',
    unlinked: 'Variants that were linked no longer sync.',
    oversold: 'Both platforms sold the same units of some variants.',
    suspected_writer: 'Another app seems to copy changes of variants.',
    lag: 'Changes are slow.',
    held: "Variants are held for the merchant's review.",
  };
  const trouble = parseHealthProblem(kind);
  return trouble === null ? kind : texts[trouble];
}

const OPERATOR_TEXTS: Readonly<Record<HealthProblem, (health: Health) => string>> = {
  stopped: () => 'Nothing is syncing, although the account has access.',
  frozen: (health) => `${counted(health.frozen)} frozen: it is unknown whether a write took effect.`,
  another_writer: ({ writersHeld }) =>
    `${counted(writersHeld)} on hold: another app copies changes between the platforms, so that each sale counts twice.`,
  shopify_token: () => 'Shopify refuses our token.',
  square_token: () => 'Square refuses our token.',
  shop_frozen: () => 'Shopify has frozen the shop (402): its owner owes Shopify money. Changes wait.',
  shop_locked: () => 'Shopify has locked the shop (423). Changes wait.',
  shop_closed: (health) => `Shopify is not serving requests for the shop (${health.closed ?? 'unknown'}). Changes wait.`,
  shopify_credentials: () =>
    'Shopify refuses our own client id or secret: tokens are not renewed. Check SHOPIFY_CLIENT_ID and SHOPIFY_CLIENT_SECRET.',
  square_credentials: () =>
    'Square refuses our own client id or secret: tokens are not renewed. Check SQUARE_CLIENT_ID and SQUARE_CLIENT_SECRET.',
  storage: ({ storageShare }) =>
    `The account's object has used ${percentOf(storageShare)} of its storage: once it is full, nothing more can be stored or synced.`,
  api_version: (health) =>
    `Shopify answers in API version ${health.servedVersion ?? 'unknown'} instead of the one we request, which is no longer supported.`,
  webhooks: (health) => `${health.missingWebhooks} webhook subscriptions at Shopify are missing.`,
  webhooks_silent: ({ silent, untold }) =>
    `No webhooks for changes from ${silent.map(sourceName).join(' and ')}: ${plural(untold, 'change')} in the last day came without one.`,
  webhooks_unreadable: ({ unreadableWebhooks }) =>
    `${plural(unreadableWebhooks, 'webhook')} of the last day could not be read. The affected data was read from the platform instead.`,
  unreachable: ({ failing }) =>
    `${failing.map(sourceName).join(' and ') || 'A platform'} ${failing.length > 1 ? 'fail' : 'fails'} or cannot be reached.`,
  doubt: () => "A snapshot would change much of the stock and is waiting for the merchant's review.",
  blocked: (health) => `${counted(health.blocked)} blocked: a platform refuses the change.`,
  unlinked: (health) => `${counted(health.unlinked)} no longer linked, although the merchant did not ask for it.`,
  oversold: (health) => `${counted(health.oversold)} oversold: both platforms sold units that only one had.`,
  suspected_writer: ({ writersSuspected }) =>
    `${counted(writersSuspected)} apparently changed by another app that copies changes between the platforms.`,
  lag: (health) =>
    `Changes are slow: the oldest has been in progress for ${Math.round(health.oldestUnderWayMs / 1000)} s, and 95% of recent changes took up to ${Math.round((health.recentP95Ms ?? 0) / 1000)} s.`,
  held: (health) => `${counted(health.held)} held: a change exceeds the merchant's maximum, or added up during a pause.`,
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

const COUNTED = 'No sales are lost. When the connection is back, we read what was sold in the meantime and update stock.';

const WAITING = 'Sales are still counted. We send changes when Shopify makes your shop available again.';

const MERCHANT_TEXTS: Readonly<Partial<Record<HealthProblem, MerchantText>>> = {
  stopped: {
    wrong: 'Stock is not syncing right now.',
    was: 'Stock was not syncing.',
    safe: 'We change nothing on either platform in the meantime.',
    path: '/connections',
  },
  shopify_token: {
    wrong: 'Shelfbridge no longer has access to Shopify. Please reconnect it.',
    was: 'Shelfbridge had no access to Shopify.',
    safe: COUNTED,
    path: '/connections',
  },
  square_token: {
    wrong: 'Shelfbridge no longer has access to Square. Please reconnect it.',
    was: 'Shelfbridge had no access to Square.',
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
    wrong: 'Your shop is currently unavailable on Shopify. Please check your Shopify admin.',
    was: 'Your shop was unavailable on Shopify.',
    safe: WAITING,
    path: '/connections',
  },
  webhooks: {
    wrong: 'Shopify is not notifying Shelfbridge of sales right away.',
    was: 'Shopify was not notifying Shelfbridge of sales right away.',
    safe: 'We read stock every few minutes instead, so changes arrive late but none are lost.',
    path: '/connections',
  },
  webhooks_silent: {
    wrong: 'A platform is not notifying Shelfbridge of sales right away.',
    was: 'A platform was not notifying Shelfbridge of sales right away.',
    safe: 'We read stock every few minutes instead, so changes arrive late but none are lost.',
    path: '/connections',
  },
  frozen: {
    wrong: 'Some variants are on hold because we could not confirm a change.',
    was: 'Some variants were on hold.',
    safe: 'We leave their stock unchanged until you review it. All other variants keep syncing.',
    path: '/inventory?view=needs_attention',
  },
  another_writer: {
    wrong: 'Another app changes the same stock as Shelfbridge, so every sale counts twice. Please turn one of them off.',
    was: 'Another app changed the same stock as Shelfbridge.',
    safe: 'We send nothing for these variants until you decide. Sales are still counted.',
    path: '/issues?view=writers',
  },
  suspected_writer: {
    wrong: 'Another app seems to change the same stock as Shelfbridge, so that sales may count twice.',
    was: 'Another app seemed to change the same stock as Shelfbridge.',
    safe: 'We keep syncing for now. Please check whether you use another app that syncs stock between Shopify and Square.',
    path: '/issues?view=writers',
  },
  doubt: {
    wrong: 'New numbers from a platform would change much of your stock. Please review them.',
    was: 'New numbers from a platform were waiting for your review.',
    safe: 'We sent none of them to the other platform.',
    path: '/dashboard',
  },
  blocked: {
    wrong: 'A platform is rejecting stock changes for some variants.',
    was: 'A platform rejected stock changes for some variants.',
    safe: 'Their changes are kept to be sent later. All other variants keep syncing.',
    path: '/inventory?view=needs_attention',
  },
  unlinked: {
    wrong: 'Some variants that were syncing no longer sync: a SKU was changed, a variant was deleted, or its tracking was turned off.',
    was: 'Some variants were no longer syncing.',
    safe: 'Their stock stays as it is on both platforms. The list shows the last quantity of each, and links it again with one click.',
    path: '/issues?view=unlinked',
  },
  oversold: {
    wrong: 'Shopify and Square both sold the same units, so you have sold more than you have.',
    was: 'Shopify and Square had both sold the same units.',
    safe: 'Both sales are counted, and stock is in sync. The list shows both sales and which one came later: refund it or put it on back order.',
    path: '/issues?view=oversold',
  },
};

/** Returns the merchant's text for a kind of health problem; null for kinds that merchants are not notified of. */
export function merchantText(kind: string): MerchantText | null {
  const known = Object.entries(MERCHANT_TEXTS).find(([name]) => name === kind);
  return known === undefined ? null : known[1];
}
