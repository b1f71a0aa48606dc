import { routeOf } from '../../db/accounts';
import type { Db } from '../../db/database';
import type { InboundOwner } from '../../domain/inbound';
import type { Source } from '../../domain/source';
import type { AccountApi } from '../../durable/api/account-api';
import { within } from '../runtime/deadline';
import { reasonOf, type Log } from '../runtime/log';
import { saidOf, type ProductMemory, type SaidProduct } from '../runtime/product-memory';
import type { EventMessage } from '../runtime/queue-messages';
import type { RouteCache } from '../runtime/route-cache';
import { afterIngest, isRevoked, revokeSquare, uninstall, type LifecycleDeps } from './lifecycle';

export interface DeliverDeps extends LifecycleDeps {
  readonly db: Db;
  readonly log: Log;
  readonly routes: RouteCache;
  readonly products: ProductMemory;
  readonly timers: { readonly ingestMs: number };
  account(accountId: number): AccountApi;
  /** Puts a verified event on the queue. */
  sendEvent(message: EventMessage): Promise<void>;
}

/** In characters. A queue message holds 128 KB; a longer body is left out of it: the receipt is evidence, the event is what counts. */
const MAX_QUEUED_PAYLOAD = 30_000;

/**
 * Hands a verified webhook to the account it belongs to, unless it repeats what the account has just heard of a product: that
 * is counted in the log, and no receipt of it is kept. `done`: durable there, repeated, or nobody's. `queued`: the object could not
 * be reached in time, the queue has it. `lost`: neither could take it, the platform must repeat it.
 */
export async function deliverWebhook(deps: DeliverDeps, message: EventMessage): Promise<'done' | 'queued' | 'lost'> {
  const about = { source: message.owner.source, type: message.receipt.type };
  const said = await saidOf(message.event);
  const remembered = said === null ? null : deps.routes.get(message.owner.source, message.owner.name);
  if (said !== null && remembered !== null && deps.products.hasHeard(remembered, said, deps.now())) {
    deps.log.info('webhook.nothing-new', about);
    return 'done';
  }
  try {
    const delivered = await within(deliverToAccount(deps, message, said), deps.timers.ingestMs);
    if (delivered.timely) return 'done';
    deps.log.warn('webhook.object-slow', about);
  } catch (thrown) {
    deps.log.warn('webhook.object-unreachable', { ...about, reason: reasonOf(thrown) });
  }
  try {
    await deps.sendEvent(reduce(message));
    return 'queued';
  } catch (thrown) {
    deps.log.error('webhook.queue-unreachable', { ...about, reason: reasonOf(thrown) });
    return 'lost';
  }
}

/** What became of an event: taken in; nobody's; an ending that the platform itself does not confirm. */
export type Delivered = 'accepted' | 'unknown-owner' | 'not-confirmed';

/**
 * Hands an event to the account's object, and does what D1's side of it takes. An owner whom nobody has connected is
 * counted in the log and dropped. Throws when the object or D1 cannot be reached; safe to repeat. `said`: what the event states
 * of a product, to be remembered once it is heard.
 */
export async function deliverToAccount(deps: DeliverDeps, message: EventMessage, said: SaidProduct | null = null): Promise<Delivered> {
  const { owner, event, receipt } = message;
  const about = { source: owner.source, type: receipt.type };
  if (event.kind === 'revoked') return deliverRevocation(deps, message, event.source);
  const remembered = deps.routes.get(owner.source, owner.name);
  let accountId = remembered ?? (await lookUp(deps, owner));
  for (let tries = 0; accountId !== null && tries < 2; tries += 1) {
    const askedAt = deps.now();
    const answer = await deps.account(accountId).ingest(owner, event, receipt);
    if (answer !== 'not-mine') {
      deps.products.learn(accountId, said, { catalogue: answer === 'accepted' ? null : answer.catalogue, askedAt });
      await afterIngest(deps, accountId, message);
      return 'accepted';
    }
    // The account no longer has this owner: the name may lead to another one by now.
    deps.routes.forget(owner.source, owner.name);
    const next: number | null = await lookUp(deps, owner);
    accountId = next === accountId ? null : next;
  }
  deps.log.info('webhook.unknown-owner', about);
  return 'unknown-owner';
}

/** An ending is not judged on a remembered owner, and D1's side of it is done even if the object heard of it before. */
async function deliverRevocation(deps: DeliverDeps, { owner, event, receipt }: EventMessage, source: Source): Promise<Delivered> {
  const accountId = await lookUp(deps, owner);
  if (accountId === null) {
    deps.log.info('webhook.unknown-owner', { source, type: receipt.type });
    return 'unknown-owner';
  }
  if (!(await isRevoked(deps, accountId, source))) {
    // The word can come before the token is dead: it is asked again later, and an old one that is repeated changes nothing then either.
    await deps.account(accountId).expectRevocation(owner, event, receipt);
    return 'not-confirmed';
  }
  await deps.account(accountId).ingest(owner, event, receipt);
  if (source === 'shopify') await uninstall(deps, accountId);
  else await revokeSquare(deps, accountId);
  return 'accepted';
}

async function lookUp(deps: DeliverDeps, owner: InboundOwner): Promise<number | null> {
  const accountId = await routeOf(deps.db, owner.source, owner.name);
  if (accountId !== null) deps.routes.set(owner.source, owner.name, accountId);
  return accountId;
}

function reduce(message: EventMessage): EventMessage {
  const { receipt } = message;
  return receipt.payload.length <= MAX_QUEUED_PAYLOAD ? message : { ...message, receipt: { ...receipt, payload: '' } };
}
