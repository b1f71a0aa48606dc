import type { Released } from '../../domain/account/access';
import type { Result } from '../../domain/result';
import { sourceName, type Source } from '../../domain/source';
import { describeFailure, type PlatformFailure } from '../../platforms/failure';
import type { ShopifyClient } from '../../platforms/shopify/graphql';
import { deleteWebhook, listWebhooks } from '../../platforms/shopify/webhooks';
import type { Account } from '../account/account';
import { disconnect, revokeGrant } from './connect';

/** Ends our access at both platforms, each by itself, and forgets the tokens of one that is ended. Safe to repeat. */
export async function release(account: Account, request: { readonly square: boolean }): Promise<Record<Source, Released>> {
  return { shopify: await releaseShopify(account), square: request.square ? await releaseSquare(account) : 'none' };
}

async function releaseShopify(account: Account): Promise<Released> {
  if (account.connections.view('shopify').state !== 'connected') return 'none';
  const deleted = await account.calls.shopify(deleteAll);
  // A token that Shopify refuses is that of a removed app, whose subscriptions Shopify has deleted itself.
  const released = judge(account, 'shopify', deleted, deleted.ok || deleted.error.kind === 'unauthorised');
  // Without a token the hourly check of subscriptions cannot make them again.
  if (released !== 'later') disconnect(account, 'shopify', 'merchant');
  return released;
}

async function deleteAll(client: ShopifyClient): Promise<Result<null, PlatformFailure>> {
  const listed = await listWebhooks(client);
  if (!listed.ok) return listed;
  for (const { id } of listed.value) {
    const deleted = await deleteWebhook(client, id);
    // One that is gone already is refused.
    if (!deleted.ok && deleted.error.kind !== 'refused') return deleted;
  }
  return { ok: true, value: null };
}

/** In any state of the connection: a disconnection that Square was not told of left the grant alive. */
async function releaseSquare(account: Account): Promise<Released> {
  const { name, state } = account.connections.view('square');
  if (name === '') return 'none';
  const revoked = await revokeGrant(account);
  // Square refuses to revoke what is no grant of ours (404); it refuses our own credentials as it does a token (401).
  const released = judge(account, 'square', revoked, revoked.ok || revoked.error.kind === 'refused');
  if (released !== 'later' && state === 'connected') disconnect(account, 'square', 'merchant');
  return released;
}

function judge(account: Account, source: Source, result: Result<null, PlatformFailure>, final: boolean): Released {
  if (result.ok) return 'ended';
  account.host.note(`access at ${sourceName(source)} could not be ended: ${describeFailure(result.error)}`, final ? 'info' : 'warn');
  return final ? 'none' : 'later';
}
