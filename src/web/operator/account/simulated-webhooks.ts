import type { Source } from '../../../domain/source';
import type { MakeCall } from '../../shared/state/calls';
import type { OperatorApi } from '../../shared/state/operator-api';

/** Whom an event is said to be about, by the platforms' own names. */
export interface EventOwner {
  /** Shop domain. */
  readonly domain: string;
  /** Square's merchant id; '' where no Square account is connected. */
  readonly merchantId: string;
}

/** Something that a platform tells of by webhook, and that an operator can tell in its stead. */
export interface PlatformEvent {
  readonly source: Source;
  readonly name: string;
  /** What is done about it. */
  readonly effect: string;
  /** It ends an access: it is asked about first. */
  readonly ends: boolean;
  readonly make: (operators: OperatorApi, owner: EventOwner) => MakeCall<object, object>;
}

/** The events without particulars of their own. */
export const PLATFORM_EVENTS: readonly PlatformEvent[] = [
  {
    source: 'shopify',
    name: 'Shopify locations changed',
    effect: 'Shopify’s locations are read anew.',
    ends: false,
    make:
      ({ admin }, { domain }) =>
      (_, options) =>
        admin.adminShopifyLocationsChanged({ domain }, options),
  },
  {
    source: 'shopify',
    name: 'Shop updated',
    effect: 'The shop’s name and mail address are read anew.',
    ends: false,
    make:
      ({ admin }, { domain }) =>
      (_, options) =>
        admin.adminShopifyShopUpdated({ domain }, options),
  },
  {
    source: 'shopify',
    name: 'App uninstalled',
    effect: 'Nothing more is read from or sent to the shop, and its sessions end. Only where Shopify confirms it.',
    ends: true,
    make:
      ({ admin }, { domain }) =>
      (_, options) =>
        admin.adminShopifyAppUninstalled({ domain }, options),
  },
  {
    source: 'square',
    name: 'Square locations changed',
    effect: 'Square’s locations are read anew.',
    ends: false,
    make:
      ({ admin }, { merchantId }) =>
      (_, options) =>
        admin.adminSquareLocationsChanged({ merchantId }, options),
  },
  {
    source: 'square',
    name: 'Square access revoked',
    effect: 'Nothing more is read from or sent to Square. Only where Square confirms it.',
    ends: true,
    make:
      ({ admin }, { merchantId }) =>
      (_, options) =>
        admin.adminSquareAccessRevoked({ merchantId }, options),
  },
];

/** What Shopify can say of a subscription: AppSubscriptionStatus of the Admin API's version 2026-07. */
export const SUBSCRIPTION_STATUSES = ['ACTIVE', 'CANCELLED', 'DECLINED', 'EXPIRED', 'FROZEN', 'PENDING'] as const;
/** One of them. */
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];
