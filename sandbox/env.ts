/** What the sandbox Worker is given by its configuration. */
export interface SandboxEnv {
  /** The one object that holds both emulated platforms. */
  readonly WORLD: DurableObjectNamespace;
  /** Where the app under test is opened in a browser; redirect addresses must lie there or under WEBHOOK_ORIGIN. */
  readonly APP_ORIGIN: string;
  /** Where the app under test receives webhooks. */
  readonly WEBHOOK_ORIGIN: string;
  readonly SHOPIFY_CLIENT_ID: string;
  readonly SHOPIFY_CLIENT_SECRET: string;
  readonly SQUARE_CLIENT_ID: string;
  readonly SQUARE_CLIENT_SECRET: string;
  /** The signature key of Square's webhook subscription. */
  readonly SQUARE_WEBHOOK_KEY: string;
  /** The application's own token, which manages Square's webhook subscriptions. */
  readonly SQUARE_APP_TOKEN: string;
}
