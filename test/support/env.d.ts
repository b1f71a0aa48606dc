/// <reference types="@cloudflare/vitest-plugin/types" />
import type { D1Migration } from 'cloudflare:test';

declare global {
  namespace Cloudflare {
    /** What the test set-up binds besides the product's own bindings. */
    interface Env {
      TEST_MIGRATIONS: D1Migration[];
      /** The sandbox's Worker: both platforms, and `/control/…`. */
      SANDBOX: Fetcher;
    }
  }
}
