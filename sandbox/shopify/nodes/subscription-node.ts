import { gid } from '../gid';
import { stateTime } from '../wording';
import { RowNode } from './row-node';

/** One row of shopify_subscription. */
export type SubscriptionRow = {
  id: number;
  shop: string;
  name: string;
  status: string;
  test: number;
  trial_days: number;
  amount: string;
  currency: string;
  interval: string;
  return_url: string;
  signature: string;
  created_at: number;
  updated_at: number;
  activated_at: number | null;
  period_end: number | null;
};

/** `AppSubscription`. */
export class SubscriptionNode extends RowNode<SubscriptionRow> {
  readonly __typename = 'AppSubscription';

  get id(): string {
    return gid('AppSubscription', this.row.id);
  }

  get name(): string {
    return this.row.name;
  }

  get status(): string {
    return this.row.status;
  }

  get test(): boolean {
    return this.row.test === 1;
  }

  get trialDays(): number {
    return this.row.trial_days;
  }

  get returnUrl(): string {
    return this.row.return_url;
  }

  /** null unless active. */
  get currentPeriodEnd(): string | null {
    const { status, period_end: end } = this.row;
    return status === 'ACTIVE' && end !== null ? stateTime(this.context.world, end) : null;
  }

  get lineItems(): object[] {
    const pricingDetails = {
      __typename: 'AppRecurringPricing',
      interval: this.row.interval,
      planHandle: null,
      price: { amount: this.row.amount, currencyCode: this.row.currency },
    };
    return [{ id: `gid://shopify/AppSubscriptionLineItem/${this.row.id}?v=1&index=0`, plan: { pricingDetails } }];
  }
}
