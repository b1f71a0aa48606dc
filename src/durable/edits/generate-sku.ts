import { shortId } from '../../domain/catalog/short-id';
import { ok, refuse, type Answer } from '../../domain/result';
import { SOURCES } from '../../domain/source';
import type { Account } from '../account/account';
import { refusal } from '../account/calls';
import { knownHolders, liveHolders } from './sku-holders';

/** So many ids are tried; two in a row that are taken are bad luck, so many are a fault. */
const TRIES = 8;

/** A SKU that no variant of either side holds, as we know it and as both platforms say now. Nothing is reserved. */
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
