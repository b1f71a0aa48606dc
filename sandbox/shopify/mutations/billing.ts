import { unsupported, userError, type ShopifyContext } from '../context';
import { numberOf } from '../gid';
import { APP_ID } from '../nodes/app-node';
import { SubscriptionNode } from '../nodes/subscription-node';
import { takeIds } from '../store/sequence';
import { cancel, extendTrial, findSubscription, inTrial, schedulePendingEnd } from '../subscription';

export interface CreateArgs {
  readonly name: string;
  readonly returnUrl: string;
  readonly test: boolean | null;
  readonly trialDays?: number | null;
  readonly replacementBehavior?: string | null;
  readonly lineItems: readonly {
    readonly plan: {
      readonly appRecurringPricingDetails?: {
        readonly price: { readonly amount: string; readonly currencyCode: string };
        readonly interval?: string | null;
        readonly discount?: unknown;
      } | null;
      readonly appUsagePricingDetails?: unknown;
    };
  }[];
}

const refused = (field: readonly string[] | null, message: string): object => ({
  appSubscription: null,
  confirmationUrl: null,
  userErrors: [userError(field, message)],
});

const MAX_TRIAL_DAYS = 1000;

type Price = NonNullable<CreateArgs['lineItems'][number]['plan']['appRecurringPricingDetails']>;

/** Returns the only recurring price; the sandbox supports nothing else. */
function recurringPrice(args: CreateArgs): Price {
  const [item, ...more] = args.lineItems;
  const price = item?.plan.appRecurringPricingDetails;
  if (price === null || price === undefined || more.length > 0) throw unsupported('app subscriptions other than one recurring price');
  if (price.discount !== null && price.discount !== undefined) throw unsupported('discounts on app subscriptions');
  if (args.replacementBehavior === 'APPLY_ON_NEXT_BILLING_CYCLE') throw unsupported('replacementBehavior APPLY_ON_NEXT_BILLING_CYCLE');
  return price;
}

/** `appSubscriptionCreate`: creates a pending charge and the page on which the merchant confirms it. */
export function createSubscription(args: CreateArgs, context: ShopifyContext): object {
  const price = recurringPrice(args);
  if (args.name.trim() === '') return refused(['name'], "Name can't be blank");
  if (!(Number(price.price.amount) > 0)) return refused(['lineItems', '0', 'plan'], 'Price must be greater than 0');
  const trial = args.trialDays ?? 0;
  if (trial < 0 || trial > MAX_TRIAL_DAYS) return refused(['trialDays'], 'Trial days must be between 0 and 1000');
  const { world, shop } = context;
  const id = takeIds(world.db, 'subscription', 1);
  const signature = world.token('', 20);
  const now = world.now();
  world.db.run(
    `insert into shopify_subscription (id, shop, name, status, test, trial_days, amount, currency, interval, return_url, signature, created_at, updated_at)
     values (?, ?, ?, 'PENDING', ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    shop.domain,
    args.name,
    Number(args.test ?? false),
    trial,
    price.price.amount,
    price.price.currencyCode,
    price.interval ?? 'EVERY_30_DAYS',
    args.returnUrl,
    signature,
    now,
    now,
  );
  schedulePendingEnd(world, id);
  const row = findSubscription(world, shop.domain, id);
  const path = `/shopify/${shop.domain}/admin/charges/${APP_ID}/${id}/RecurringApplicationCharge/confirm_recurring_application_charge`;
  return {
    appSubscription: row === null ? null : new SubscriptionNode(context, row),
    confirmationUrl: `${context.origin}${path}?signature=${signature}`,
    userErrors: [],
  };
}

/** `appSubscriptionCancel`: ends the subscription immediately. `prorate` only affects money, which the sandbox does not have. */
export function cancelSubscription(args: { id: string; prorate: boolean | null }, context: ShopifyContext): object {
  const row = findSubscription(context.world, context.shop.domain, numberOf('AppSubscription', args.id) ?? 0);
  if (row === null) return { appSubscription: null, userErrors: [userError(['id'], "Couldn't find RecurringApplicationCharge")] };
  if (row.status !== 'ACTIVE' && row.status !== 'PENDING') {
    return { appSubscription: null, userErrors: [userError(['id'], `Cannot cancel a subscription that is ${row.status.toLowerCase()}`)] };
  }
  cancel(context.world, row);
  const ended = findSubscription(context.world, context.shop.domain, row.id);
  return { appSubscription: ended === null ? null : new SubscriptionNode(context, ended), userErrors: [] };
}

/** `appSubscriptionTrialExtend`: adds 1 to 1000 days. */
export function extendSubscriptionTrial(args: { id: string; days: number }, context: ShopifyContext): object {
  const row = findSubscription(context.world, context.shop.domain, numberOf('AppSubscription', args.id) ?? 0);
  const fail = (field: string[], message: string, code: string | null): object => ({
    appSubscription: null,
    userErrors: [userError(field, message, code)],
  });
  if (row === null) return fail(['id'], 'The app subscription was not found.', 'SUBSCRIPTION_NOT_FOUND');
  if (args.days < 1 || args.days > MAX_TRIAL_DAYS) return fail(['days'], 'Days must be between 1 and 1000.', null);
  if (row.status !== 'ACTIVE') return fail(['id'], 'The app subscription is not active.', 'SUBSCRIPTION_NOT_ACTIVE');
  if (!inTrial(context.world, row)) return fail(['id'], 'The trial is not active.', 'TRIAL_NOT_ACTIVE');
  extendTrial(context.world, row, args.days);
  const extended = findSubscription(context.world, context.shop.domain, row.id);
  return { appSubscription: extended === null ? null : new SubscriptionNode(context, extended), userErrors: [] };
}
