import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { CloudflareApi } from '../../test/tools/cloudflare-api.ts';
import { freePort, serveOnceDeployed } from '../../test/tools/deployed-worker.ts';
import { startPlatforms } from '../../test/tools/platform-stubs.ts';

/** A made-up login: the stand-ins of Cloudflare and of both platforms, and what a person would answer. */
export interface Account {
  /** The login and the answers. */
  readonly env: Readonly<Record<string, string>>;
  /** A port for a local start. */
  readonly freePort: number;
  /** Throws when wrangler asked the stand-in something that it does not know. */
  requireUnderstood(): void;
  close(): void;
}

const ANSWERS = {
  ADMIN_SHOPS: 'own-store.myshopify.com',
  SHOPIFY_CLIENT_ID: '0123456789abcdef'.repeat(2),
  SHOPIFY_CLIENT_SECRET: `shpss_${'ab'.repeat(16)}`,
  SQUARE_CLIENT_ID: `sq0idp-${'b'.repeat(22)}`,
  SQUARE_CLIENT_SECRET: `sq0csp-${'c'.repeat(43)}`,
  SQUARE_APP_TOKEN: `EAAA${'d'.repeat(60)}`,
};

/**
 * Starts the stand-ins for a clone. The Worker that comes to the stand-in is run at the installation's address. Setup of the clone finds the
 * platforms' stand-ins where an earlier run with `--var` would have stored their addresses: a block of a document cannot name them.
 */
export async function openAccount(folder: string): Promise<Account> {
  const api = new CloudflareApi();
  const base = await api.start();
  const platforms = await startPlatforms();
  const port = await freePort();
  const stop = serveOnceDeployed(api, folder, port);
  const vars = { SQUARE_ORIGIN: platforms.origin, SHOPIFY_ORIGIN: `${platforms.origin}/{shop}` };
  mkdirSync(join(folder, '.production'), { mode: 0o700 });
  writeFileSync(join(folder, '.production/setup.json'), JSON.stringify({ answers: {}, vars }));
  return {
    env: { CLOUDFLARE_API_BASE_URL: base, CLOUDFLARE_API_TOKEN: 'a-token', APP_ORIGIN: `http://localhost:${port}`, ...ANSWERS },
    freePort: await freePort(),
    requireUnderstood: () => {
      if (api.unknown.length > 0) throw new Error(`the stand-in for Cloudflare does not know ${api.unknown.join(', ')}`);
    },
    close: () => {
      stop();
      api.stop();
      platforms.stop();
    },
  };
}
