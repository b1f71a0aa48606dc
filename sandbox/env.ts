/** The sandbox Worker's bindings and variables. */
export interface SandboxEnv {
  /** The only object, which contains both emulated platforms. */
  readonly WORLD: DurableObjectNamespace;
  /** Where the app under test is opened in a browser; redirect URLs must be below it or below WEBHOOK_ORIGIN. */
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
