import type { PlatformConfig } from '../../src/platforms/config';
import type { Http } from '../../src/platforms/http';
import type { ShopifyClient } from '../../src/platforms/shopify/graphql';
import type { SquareClient } from '../../src/platforms/square/client';
import type { Ledger } from './clean-up';
import type { Recorder } from './recorder';

/** What connects to one pair of platforms: the real ones, or the sandbox. */
export interface Target {
  /** `{shop}.myshopify.com`. */
  readonly shop: string;
  readonly shopifyToken: string;
  readonly squareToken: string;
  /** Addresses, API versions, and the application's own credentials; '' where there are none. */
  readonly config: PlatformConfig;
  /** Refresh tokens; null when none is given. */
  readonly shopifyRefreshToken: string | null;
  readonly squareRefreshToken: string | null;
  /** How long a read may lag behind a write, in ms: reads that check a write wait so long. */
  readonly lagMs: number;
}

/** A variant that this command created, at one platform. */
export interface OwnItem {
  readonly id: string;
  /** The id that stock belongs to. */
  readonly stockId: string;
  readonly sku: string;
}

/** What exchanges learn for later ones. */
export interface Known {
  shopifyLocation?: string;
  currency?: string;
  productId?: string;
  items?: readonly OwnItem[];
  squareLocation?: string;
  merchantId?: string;
  squareCurrency?: string;
  itemId?: string;
  variations?: readonly OwnItem[];
}

/** One pair of platforms while exchanges run against it. */
export interface Side {
  readonly target: Target;
  readonly http: Http;
  readonly shopify: ShopifyClient;
  readonly square: SquareClient;
  /** A client with another access token. */
  readonly shopifyWith: (token: string) => ShopifyClient;
  readonly squareWith: (token: string) => SquareClient;
  readonly recorder: Recorder;
  readonly ledger: Ledger;
  readonly known: Known;
  /** Unique to the run: part of every name, SKU and address that it creates. */
  readonly run: string;
}

/** One exchange with a platform, the same on both sides. */
export interface Exchange {
  readonly name: string;
  /**
   * Whose data the answers show. `own`: only what this command created, so they must match in every respect. `store`: what the store
   * held before, so a value may be missing on one side.
   */
  readonly data: 'own' | 'store';
  /** Whether others build on it: it runs whichever of the platform's exchanges are selected. */
  readonly isBase?: true;
  /** What it needs that not every run has. */
  readonly needs?: Need;
  /** The question that it answers about the platform's behavior. */
  readonly question?: string;
  /** Runs it with the product's own functions; returns the answer to its question. Throws when it cannot be run. */
  readonly run: (side: Side) => Promise<string | undefined>;
}

/** Credentials that only some exchanges need, and permission to ask for a charge. */
export type Need = 'shopify-client' | 'shopify-refresh' | 'square-client' | 'square-refresh' | 'square-app' | 'billing';

/** What each need is, for a person. */
export const NEEDS: Readonly<Record<Need, string>> = {
  'shopify-client': 'CONTRACT_SHOPIFY_CLIENT_ID and CONTRACT_SHOPIFY_CLIENT_SECRET',
  'shopify-refresh': 'CONTRACT_SHOPIFY_REFRESH_TOKEN and the client above',
  'square-client': 'CONTRACT_SQUARE_CLIENT_ID and CONTRACT_SQUARE_CLIENT_SECRET',
  'square-refresh': 'CONTRACT_SQUARE_REFRESH_TOKEN and the client above',
  'square-app': 'CONTRACT_SQUARE_APP_TOKEN',
  billing: '--billing (a test charge; only an app with public distribution may ask for one)',
};

/** Returns which needs a target meets. */
export function metBy({ config, shopifyRefreshToken, squareRefreshToken }: Target, billing: boolean): ReadonlySet<Need> {
  const shopify = config.shopify.clientId !== '-';
  const square = config.square.clientId !== '-';
  const met: readonly (readonly [Need, boolean])[] = [
    ['shopify-client', shopify],
    ['shopify-refresh', shopify && shopifyRefreshToken !== null],
    ['square-client', square],
    ['square-refresh', square && squareRefreshToken !== null],
    ['square-app', config.square.appToken !== null],
    ['billing', billing],
  ];
  return new Set(met.flatMap(([need, isMet]) => (isMet ? [need] : [])));
}
