import { shortId } from '../../domain/catalog/short-id';
import { ok, refuse, type Answer } from '../../domain/result';
import { SOURCES } from '../../domain/source';
import type { Account } from '../account/account';
import { refusal } from '../account/calls';
import { knownHolders, liveHolders } from './sku-holders';

/** Maximum number of generated IDs to try: two taken in a row are bad luck, this many are a fault. */
const TRIES = 8;

/** Returns a SKU that no variant of either side holds, according to the catalog and to both platforms now. Reserves nothing. */
export async function generateSku(account: Account): Promise<Answer<string>> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const sku = shortId(account.host.now(), Math.random());
    if (SOURCES.some((source) => knownHolders(account, source, [sku]).length > 0)) continue;
    let free = true;
    for (const source of SOURCES) {
      if (account.connections.view(source).state === 'disconnected') continue;
      const live = await liveHolders(account, source, [sku]);
      if (!live.ok) return refusal(source, live.error);
      free &&= live.value.length === 0;
    }
    if (free) return ok(sku);
  }
  return refuse('unavailable', 'No free SKU was found just now. Please try again.');
}
