// The app's configuration at Shopify, for Shopify's own CLI (`shopify app deploy`): addresses, scopes and the webhooks that only an app's
// configuration can subscribe to. Format: shopify.dev/docs/apps/build/cli-for-apps/app-configuration.
import { SHOPIFY_SCOPES } from '../../src/platforms/shopify/scopes.ts';

/** The topics that every app has to answer; the API cannot subscribe to them (shopify.dev/docs/apps/build/compliance). */
export const COMPLIANCE_TOPICS = ['customers/data_request', 'customers/redact', 'shop/redact'] as const;

/** What is used of an installation. */
interface ShopifyApp {
  readonly clientId: string;
  /** The origin of the page and of the webhooks. */
  readonly address: string;
  /** `YYYY-MM`. */
  readonly apiVersion: string;
}

/** The file that Shopify's CLI reads. It is not committed: it belongs to one installation. */
export const SHOPIFY_FILE = 'shopify.app.toml';

/** Returns the address that Shopify must allow as a redirect. */
export const shopifyRedirect = (address: string): string => `${address}/shopify/oauthCallback`;

/** Returns the address that Square must allow as its redirect. */
export const squareRedirect = (address: string): string => `${address}/square/oauthCallback`;

/** Returns Shopify's app configuration as TOML. */
export function shopifyAppToml({ clientId, address, apiVersion }: ShopifyApp): string {
  const quoted = (texts: readonly string[]): string => texts.map((text) => JSON.stringify(text)).join(', ');
  return `# Written by \`npm run setup\`. Send it to Shopify with \`npx @shopify/cli app deploy\`; run setup again to change it.
name = "Shelfbridge"
client_id = ${JSON.stringify(clientId)}
application_url = ${JSON.stringify(`${address}/shopify/index`)}
# The app has its own pages and sessions, outside Shopify's admin.
embedded = false

[access_scopes]
scopes = ${JSON.stringify(SHOPIFY_SCOPES.join(','))}
# The app asks for its scopes by itself, in the authorization code grant; without this, Shopify would grant them at installation.
use_legacy_install_flow = true

[auth]
redirect_urls = [${quoted([shopifyRedirect(address)])}]

[webhooks]
api_version = ${JSON.stringify(apiVersion)}

# What else the app needs it subscribes to by itself, for each shop.
[[webhooks.subscriptions]]
compliance_topics = [${quoted(COMPLIANCE_TOPICS)}]
uri = ${JSON.stringify(`${address}/webhooks/shopify`)}
`;
}
