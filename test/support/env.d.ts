/// <reference types="@cloudflare/vitest-plugin/types" />

declare namespace Cloudflare {
  /** What the test set-up binds besides the product's own bindings. */
  interface Env {
    TEST_MIGRATIONS: import('cloudflare:test').D1Migration[];
    /** The sandbox's Worker: both platforms, and `/control/…`. */
    SANDBOX: Fetcher;
  }
}
