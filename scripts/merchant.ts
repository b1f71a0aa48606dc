// A merchant without a browser: signs in, connects, pairs, and subscribes over HTTP, as the browser would, with the sandbox's consent pages
// set to agree automatically. For scripts and tests that need a set-up account, not for those that test the setup itself.
import { until } from './app-process.ts';
import type { Addresses } from './local-values.ts';

const json = { 'content-type': 'application/json' };

/** Where the sandbox is. */
type Sandbox = Pick<Addresses, 'sandbox'>;

/** A change of stock outside the app, by an amount or to a value. */
export interface StockChange {
  readonly platform: 'shopify' | 'square';
  readonly sku: string;
  readonly delta?: number;
  readonly set?: number;
  /** What it is, by the sandbox's names: 'order' at Shopify, for example. */
  readonly cause?: string;
}

/** The actual stock of a SKU on each platform; null where the SKU is unknown. */
export interface Stock {
  readonly shopify: number | null;
  readonly square: number | null;
}

/** Sets the sandbox's switches; `change` is merged into the current values. */
export async function configureSandbox(app: Sandbox, change: object): Promise<unknown> {
  const response = await fetch(`${app.sandbox}/control/config`, { method: 'PUT', headers: json, body: JSON.stringify(change) });
  if (!response.ok) throw new Error(`the sandbox refused ${JSON.stringify(change)}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** Makes a sale, restock, or recount outside the app: {platform, sku, delta} or {platform, sku, set}. */
export async function changeStock(app: Sandbox, change: StockChange): Promise<void> {
  const response = await fetch(`${app.sandbox}/control/change`, { method: 'POST', headers: json, body: JSON.stringify(change) });
  if (!response.ok) throw new Error(`the sandbox refused ${JSON.stringify(change)}: ${response.status} ${await response.text()}`);
}

/** A product with one variant. `price`: in cents. `quantity`: in whole units. */
export interface AddedProduct {
  readonly platforms: readonly ('shopify' | 'square')[];
  readonly title: string;
  /** '' for none. */
  readonly sku: string;
  readonly price: number;
  readonly quantity: number;
}

/** Adds a product on some platforms, as their own apps do. */
export async function addProduct(app: Sandbox, product: AddedProduct): Promise<void> {
  const response = await fetch(`${app.sandbox}/floor/add`, { method: 'POST', headers: json, body: JSON.stringify(product) });
  if (!response.ok) throw new Error(`the sandbox refused ${JSON.stringify(product)}: ${response.status} ${await response.text()}`);
}

/** Returns the actual stock of a SKU. */
export async function stockOf(app: Sandbox, sku: string): Promise<Stock> {
  const response = await fetch(`${app.sandbox}/control/stock?sku=${encodeURIComponent(sku)}`);
  if (!response.ok) throw new Error(`no stock of ${sku}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Stock;
}

/** Returns the text of a page, without its style and tags. */
const wordsOf = (page: string): string => page.replace(/<style[^]*?<\/style>|<[^>]*>/gu, ' ').replace(/\s+/gu, ' ');

/** A cookie as a browser takes it. */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly path: string;
}

/** The cookies of one browser; like a browser, it does not separate cookies by port. */
class Visitor {
  readonly #cookies = new Map<string, string>();

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  cookies(): Cookie[] {
    return [...this.#cookies].map(([name, value]) => ({ name, value, domain: 'localhost', path: '/' }));
  }

  #remember(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const name = pair.slice(0, pair.indexOf('='));
      const value = pair.slice(pair.indexOf('=') + 1);
      if (value === '' || /max-age=0\b/iu.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }

  /** Opens a page, follows its redirects, and returns the final address. */
  async open(address: string): Promise<string> {
    let url = address;
    for (let hops = 0; hops < 12; hops += 1) {
      const response = await fetch(url, { redirect: 'manual', headers: { cookie: this.cookie, accept: 'text/html' } });
      this.#remember(response);
      const text = await response.text();
      const next = response.headers.get('location');
      if (next === null) {
        if (response.status >= 400) throw new Error(`${url} answered ${response.status}: ${wordsOf(text).slice(0, 400)}`);
        return url;
      }
      url = new URL(next, url).href;
    }
    throw new Error(`${address} leads round in circles; last seen ${url}`);
  }
}

/** A signed-in merchant. */
export interface Merchant {
  cookies(): Cookie[];
  /** Opens a path of the app and follows its redirects. */
  open(path: string): Promise<string>;
  /** Makes a call of the API and returns its answer; throws when it is refused. */
  rpc(method: string, body?: object): Promise<unknown>;
}

/** Signs in a merchant. The result has `rpc('sh.Locations/GetLocations', {})`, and the cookies for a browser. */
export async function signIn(app: Addresses, { shop = 'demo' } = {}): Promise<Merchant> {
  await configureSandbox(app, { autoApprove: true });
  const visitor = new Visitor();
  await visitor.open(`${app.page}/shopify/oauthRequest?shop=${shop}`);
  const merchant: Merchant = {
    cookies: () => visitor.cookies(),
    open: (path) => visitor.open(new URL(path, app.page).href),
    async rpc(method, body = {}) {
      const response = await fetch(`${app.worker}/rpc/${method}`, {
        method: 'POST',
        headers: { ...json, cookie: visitor.cookie, origin: app.page },
        body: JSON.stringify(body),
      });
      const answer: unknown = await response.json();
      if (response.ok) return answer;
      const { code, msg } = answer as { code: string; msg: string };
      throw new Error(`${method}: ${code} ${msg}`);
    },
  };
  const session = (await merchant.rpc('sh.Session/GetSessionData')) as { shopify_domain: string };
  if (session.shopify_domain === '') throw new Error(`signing in as ${shop} gave no session`);
  return merchant;
}

/** What is used of the answer to GetLocations. */
interface Locations {
  readonly all: readonly { readonly id: string; readonly source: string }[];
}

/** Connects Square, pairs the first location of each side, and subscribes. */
export async function setUp(_app: Addresses, merchant: Merchant): Promise<void> {
  await merchant.open('/square/oauthRequest');
  const { all } = await until(
    async () => {
      const locations = (await merchant.rpc('sh.Locations/GetLocations')) as Locations;
      return ['shopify', 'square'].every((source) => locations.all.some((one) => one.source === source)) && locations;
    },
    'locations of both platforms',
    20_000,
  );
  const firstOf = (source: string) => all.find((location) => location.source === source)?.id;
  await merchant.rpc('sh.Locations/SaveSyncedLocation', { location_id_shopify: firstOf('shopify'), location_id_square: firstOf('square') });
  const made = (await merchant.rpc('sh.Subscriptions/CreateSubscription', { is_test: true })) as { redirect_url: string };
  await merchant.open(made.redirect_url);
}

/** What is used of the answer to GetAccountStatus. */
export interface AccountStatus {
  readonly listening_active: boolean;
  readonly snapshots: readonly { readonly name: string; readonly state: string; readonly problem: string }[];
  readonly held: number;
  readonly owed: number;
  readonly oversold: number;
}

/** Waits until both snapshots are complete; fails at once when one of them failed. */
export async function snapshotsDone(merchant: Merchant, limit = 120_000): Promise<AccountStatus> {
  return until(
    async () => {
      const status = (await merchant.rpc('sh.Account/GetAccountStatus')) as AccountStatus;
      const failed = status.snapshots.find((snapshot) => snapshot.state === 'failed');
      if (failed) throw new Error(`the ${failed.name} snapshot failed: ${failed.problem}`);
      return (
        status.listening_active &&
        status.snapshots.length === 2 &&
        status.snapshots.every((snapshot) => snapshot.state === 'done') &&
        status
      );
    },
    'both snapshots',
    limit,
  );
}
