/// <reference types="@cloudflare/vitest-plugin/types" />
import type { D1Migration } from 'cloudflare:test';

declare global {
  namespace Cloudflare {
    /** What the test setup binds in addition to the product's own bindings. */
    interface Env {
      TEST_MIGRATIONS: D1Migration[];
      /** A second database of history, which only tests bind. */
      OTHER_HISTORY: D1Database;
      /** The sandbox's Worker: both platforms, and `/control/…`. */
      SANDBOX: Fetcher;
      /** How many changes `durable/causes.test.ts` makes; '' for its usual number. */
      CAUSES_CHANGES: string;
      /** Compatibility tests: how far the clock is ahead of real time, ms. */
      CLOCK_OFFSET_MS: number;
      /** Compatibility tests: what is recorded instead of compared; see `test/compat/support/recording.ts`. */
      WIRE_RECORD: string;
    }
  }
}
