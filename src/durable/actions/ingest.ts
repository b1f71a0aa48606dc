import type { InboundEvent, InboundOwner, Receipt } from '../../domain/inbound';
import type { Account } from '../account/account';
import type { Ingested } from '../api/account-api';
import { hearOfClosed } from './check-closed-shop';
import { syncLocations } from './location-pair';

/**
 * Minimum time between a full read of a platform's catalog and another one requested by an unreadable webhook, in ms: if all webhooks of a
 * topic are unreadable, there are as many as sales.
 */
const UNREADABLE_READ_MS = 60 * 60_000;

/**
 * Processes a verified webhook. Everything it changes is stored in one turn, without an await; calls to platforms follow afterward.
 * Returns `not-mine` when the account is not, or no longer, the owner's.
 */
export function ingest(account: Account, owner: InboundOwner, event: InboundEvent, receipt: Receipt): Ingested {
  if (account.connections.view(owner.source).name !== owner.name) return 'not-mine';
  account.sync.turn(() => {
    account.sync.journal.receipt(receipt);
    if (receipt.problem !== undefined) account.unreadable.note(account.host.now());
    take(account, event);
  });
  if (owner.source === 'shopify') hearOfClosed(account);
  // Queued products will be read again: until then the account does not know their current state.
  return account.touched.isEmpty() ? { catalogue: account.productNews.knowledge } : 'accepted';
}

function take(account: Account, event: InboundEvent): void {
  const now = account.host.now();
  switch (event.kind) {
    case 'levels':
      takeLevels(account, event);
      break;
    case 'unreadable':
      account.reconciler.request(event.source);
      account.snapshots.requestDue(event.source, UNREADABLE_READ_MS);
      break;
    case 'product':
      if (account.productNews.isNews(event.productId, event.stated)) account.touched.product(event.productId, now);
      break;
    case 'item':
      account.touched.item(event.itemId, now);
      break;
    case 'catalog':
      account.touched.squareCatalogue(now);
      break;
    case 'locations':
      account.host.background(syncLocations(account, event.source).then(() => undefined));
      break;
    case 'bulk-finished':
      account.snapshots.bulkFinished(event.operationId);
      break;
    // A revocation has ended its connection before, if it was confirmed: meanwhile, there may be a new one.
    case 'revoked':
    case 'subscription':
    case 'notice':
      break;
  }
  const due = account.touched.dueAt();
  if (due !== null) account.host.wake(due);
}

/** Accounts stated levels, reads levels that are only named, and leaves levels that the webhook could not state to reconciliation. */
function takeLevels(account: Account, { source, levels, unstated, incomplete }: Extract<InboundEvent, { kind: 'levels' }>): void {
  const { unknown } = account.sync.levels(source, levels, 'webhook');
  const toRead = account.sync.readUnstated(source, unstated ?? []);
  for (const stockId of [...unknown, ...toRead]) account.touched.unknown(source, stockId, account.host.now());
  if (incomplete === true) account.reconciler.request(source);
}
