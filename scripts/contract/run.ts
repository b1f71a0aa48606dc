import { httpLimits } from '../../src/platforms/config';
import { openHttp, type Fetch } from '../../src/platforms/http';
import { openShopify } from '../../src/platforms/shopify/graphql';
import { openSquare } from '../../src/platforms/square/client';
import { openSquareApplication } from '../../src/platforms/square/webhooks';
import { messageOf } from '../failure.ts';
import { cleanUp, type Cleaner, type Ledger } from './clean-up';
import { Recorder, type Call } from './recorder';
import { SHOPIFY_EXCHANGES } from './shopify-exchanges';
import { SHOPIFY_QUESTIONS } from './shopify-questions';
import { SHOPIFY_REFUSALS } from './shopify-refusals';
import { NEEDS, type Exchange, type Need, type Side, type Target } from './side';
import { SQUARE_EXCHANGES } from './square-exchanges';
import { SQUARE_QUESTIONS, SQUARE_REFUSALS } from './square-questions';

/** Every exchange, in the order in which they run. */
const EXCHANGES: readonly Exchange[] = [
  ...SHOPIFY_EXCHANGES,
  ...SHOPIFY_QUESTIONS,
  ...SHOPIFY_REFUSALS,
  ...SQUARE_EXCHANGES,
  ...SQUARE_QUESTIONS,
  ...SQUARE_REFUSALS,
];

/** How an exchange ended. */
export type Outcome = { readonly exchange: Exchange } & (
  | { readonly kind: 'done'; readonly answer: string | undefined }
  | { readonly kind: 'failed'; readonly detail: string }
  | { readonly kind: 'skipped'; readonly detail: string }
);

/** Everything that one pair of platforms answered. */
export interface Recording {
  readonly calls: readonly Call[];
  readonly outcomes: readonly Outcome[];
  /** What could not be removed at the end, one sentence each. */
  readonly left: readonly string[];
}

/** Where exchanges run. */
export interface Place {
  readonly target: Target;
  readonly fetch: Fetch;
  readonly ledger: Ledger;
  /** What may be used; exchanges that need more are skipped. */
  readonly allowed: ReadonlySet<Need>;
  /** A part of the names of the exchanges to run; '' for all. What they build on runs too. */
  readonly only: string;
}

/** Returns the exchanges whose names contain a text, and those of their platforms that they build on. */
export function selected(only: string): readonly Exchange[] {
  const wanted = EXCHANGES.filter(({ name }) => name.toLowerCase().includes(only.toLowerCase()));
  const platforms = new Set(wanted.map(platformOf));
  return EXCHANGES.filter((exchange) => wanted.includes(exchange) || (exchange.isBase === true && platforms.has(platformOf(exchange))));
}

const platformOf = ({ name }: Exchange): string | undefined => name.split(':')[0];

/** Returns what removes a run's products; its calls are not recorded. */
export function cleanerOf({ target, fetch }: Pick<Place, 'target' | 'fetch'>): Cleaner {
  const { config, shop, shopifyToken, squareToken } = target;
  const http = openHttp(fetch, httpLimits(config));
  return {
    shopify: openShopify({ http, config: config.shopify, shop, accessToken: shopifyToken }),
    square: openSquare({ http, config: config.square, merchantId: '', accessToken: squareToken }),
    application: openSquareApplication(http, config),
    config: config.square,
    fetch,
  };
}

/** Runs all exchanges against one pair of platforms, and removes what they created, even after a failure. */
export async function record(place: Place): Promise<Recording> {
  const { target, ledger, allowed } = place;
  const recorder = new Recorder(place.fetch);
  const { config, shop } = target;
  const http = openHttp(recorder.fetch, httpLimits(config));
  const shopifyWith = (accessToken: string) => openShopify({ http, config: config.shopify, shop, accessToken });
  const squareWith = (accessToken: string) => openSquare({ http, config: config.square, merchantId: '', accessToken });
  const side: Side = {
    target,
    http,
    recorder,
    ledger,
    shopifyWith,
    squareWith,
    shopify: shopifyWith(target.shopifyToken),
    square: squareWith(target.squareToken),
    known: {},
    run: crypto.randomUUID().slice(0, 8),
  };
  const outcomes: Outcome[] = [];
  let left: readonly string[] = [];
  try {
    for (const exchange of selected(place.only)) {
      recorder.exchange = exchange.name;
      if (exchange.needs !== undefined && !allowed.has(exchange.needs))
        outcomes.push({ exchange, kind: 'skipped', detail: `needs ${NEEDS[exchange.needs]}` });
      else outcomes.push(await runOne(exchange, side));
    }
  } finally {
    left = await cleanUp(ledger, cleanerOf(place));
  }
  return { calls: recorder.calls, outcomes, left };
}

async function runOne(exchange: Exchange, side: Side): Promise<Outcome> {
  try {
    return { exchange, kind: 'done', answer: await exchange.run(side) };
  } catch (error) {
    return { exchange, kind: 'failed', detail: messageOf(error) };
  }
}
