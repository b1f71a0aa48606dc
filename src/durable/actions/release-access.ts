import type { Released } from '../../domain/account/access';
import type { Result } from '../../domain/result';
import { sourceName, type Source } from '../../domain/source';
import { describeFailure, type PlatformFailure } from '../../platforms/failure';
import type { ShopifyClient } from '../../platforms/shopify/graphql';
import { deleteWebhook, listWebhooks } from '../../platforms/shopify/webhooks';
import type { Account } from '../account/account';
import { disconnect, revokeGrant } from './connect';

/** Ends our access at both platforms, each separately, and forgets the tokens of a platform once it has ended. Safe to repeat. */
export async function release(account: Account, request: { readonly square: boolean }): Promise<Record<Source, Released>> {
  return { shopify: await releaseShopify(account), square: request.square ? await releaseSquare(account) : 'none' };
}

async function releaseShopify(account: Account): Promise<Released> {
  if (account.connections.view('shopify').state !== 'connected') return 'none';
  const deleted = await account.calls.shopify(deleteAll);
  // A token that Shopify refuses belongs to a removed app, whose subscriptions Shopify has deleted itself.
  const released = judge(account, 'shopify', deleted, deleted.ok || deleted.error.kind === 'unauthorized');
  // Without a token the hourly check of subscriptions cannot create them again.
  if (released !== 'later') disconnect(account, 'shopify', 'merchant');
  return released;
}

async function deleteAll(client: ShopifyClient): Promise<Result<null, PlatformFailure>> {
  const listed = await listWebhooks(client);
  if (!listed.ok) return listed;
  for (const { id } of listed.value) {
    const deleted = await deleteWebhook(client, id);
    // A subscription that no longer exists is refused.
    if (!deleted.ok && deleted.error.kind !== 'refused') return deleted;
  }
  return { ok: true, value: null };
}

/** Revokes in any state of the connection: a disconnection that did not reach Square left the grant alive. */
async function releaseSquare(account: Account): Promise<Released> {
  const { name, state } = account.connections.view('square');
  if (name === '') return 'none';
  const revoked = await revokeGrant(account);
  // Square answers 404 when there is no grant of ours to revoke; it answers 401 for our own refused credentials, as for a refused token.
  const released = judge(account, 'square', revoked, revoked.ok || revoked.error.kind === 'refused');
  if (released !== 'later' && state === 'connected') disconnect(account, 'square', 'merchant');
  return released;
}

function judge(account: Account, source: Source, result: Result<null, PlatformFailure>, final: boolean): Released {
  if (result.ok) return 'ended';
  account.host.note(`access at ${sourceName(source)} could not be ended: ${describeFailure(result.error)}`, final ? 'info' : 'warn');
  return final ? 'none' : 'later';
}
