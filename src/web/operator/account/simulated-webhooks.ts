import type { Source } from '../../../domain/source';
import type { MakeCall } from '../../shared/state/calls';
import type { OperatorApi } from '../../shared/state/operator-api';
import { webhooksText } from './webhooks.text';

const { names, effects } = webhooksText.simulated;

/** The account that a simulated webhook is about, by the platforms' own ids. */
export interface WebhookOwner {
  /** Shop domain. */
  readonly domain: string;
  /** Square's merchant id; '' where no Square account is connected. */
  readonly merchantId: string;
}

/** A webhook that an operator can simulate when the platform did not send it. */
export interface SimulatedWebhook {
  readonly source: Source;
  readonly name: string;
  /** What the product does about it. */
  readonly effect: string;
  /** It ends our access, so it is confirmed first. */
  readonly endsAccess: boolean;
  readonly make: (operators: OperatorApi, owner: WebhookOwner) => MakeCall<object, object>;
}

/** The simulated webhooks without values of their own. */
export const SIMULATED_WEBHOOKS: readonly SimulatedWebhook[] = [
  {
    source: 'shopify',
    name: names.shopifyLocationsChanged,
    effect: effects.shopifyLocationsChanged,
    endsAccess: false,
    make:
      ({ admin }, { domain }) =>
      (_, options) =>
        admin.adminShopifyLocationsChanged({ domain }, options),
  },
  {
    source: 'shopify',
    name: names.shopUpdated,
    effect: effects.shopUpdated,
    endsAccess: false,
    make:
      ({ admin }, { domain }) =>
      (_, options) =>
        admin.adminShopifyShopUpdated({ domain }, options),
  },
  {
    source: 'shopify',
    name: names.appUninstalled,
    effect: effects.appUninstalled,
    endsAccess: true,
    make:
      ({ admin }, { domain }) =>
      (_, options) =>
        admin.adminShopifyAppUninstalled({ domain }, options),
  },
  {
    source: 'square',
    name: names.squareLocationsChanged,
    effect: effects.squareLocationsChanged,
    endsAccess: false,
    make:
      ({ admin }, { merchantId }) =>
      (_, options) =>
        admin.adminSquareLocationsChanged({ merchantId }, options),
  },
  {
    source: 'square',
    name: names.squareAccessRevoked,
    effect: effects.squareAccessRevoked,
    endsAccess: true,
    make:
      ({ admin }, { merchantId }) =>
      (_, options) =>
        admin.adminSquareAccessRevoked({ merchantId }, options),
  },
];

/** The values of AppSubscriptionStatus in Shopify's Admin API 2026-07. */
export const SUBSCRIPTION_STATUSES = ['ACTIVE', 'CANCELLED', 'DECLINED', 'EXPIRED', 'FROZEN', 'PENDING'] as const;
/** One of them. */
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];
