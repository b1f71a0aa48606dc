import { routeOf } from '../../db/accounts';
import type { AccountId } from '../../domain/account/account-id';
import type { InboundOwner } from '../../domain/inbound';
import type { Source } from '../../domain/source';
import { within } from '../runtime/deadline';
import { reasonOf } from '../runtime/log';
import { saidOf, type SaidProduct } from '../runtime/product-memory';
import type { EventMessage } from '../runtime/queue-messages';
import type { Services } from '../runtime/services';
import { afterIngest, endIfRevoked, revokeSquare, uninstall, type LifecycleDeps } from './lifecycle';

export type DeliverDeps = LifecycleDeps & Pick<Services, 'products' | 'timers' | 'sendEvent'>;

/** In characters. A queue message holds 128 KB, so a longer body is omitted: the receipt is only evidence, the event is what counts. */
const MAX_QUEUED_PAYLOAD = 30_000;

/**
 * Delivers a verified webhook to its account, unless it repeats a product state that the account has just processed; such a repeat is
 * counted in the log and keeps no receipt. `done`: stored there, a repeat, or without an account. `queued`: the object could not be reached
 * in time, the queue has it. `lost`: neither could store it, and the platform must repeat it.
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

/** The result of delivering an event: stored; no account has the owner; a revocation that the platform itself does not confirm. */
export type Delivered = 'accepted' | 'unknown-owner' | 'not-confirmed';

/**
 * Delivers an event to the account's object, and updates D1 accordingly. An event for an owner that no account has connected is counted in
 * the log and dropped. Throws when the object or D1 cannot be reached; safe to repeat. `said`: what the event states about a product,
 * remembered after delivery.
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
    // The account no longer has this owner: the name may belong to another account by now.
    deps.routes.forget(owner.source, owner.name);
    const next: AccountId | null = await lookUp(deps, owner);
    accountId = next === accountId ? null : next;
  }
  deps.log.info('webhook.unknown-owner', about);
  return 'unknown-owner';
}

/** Delivers a revocation. It does not use a remembered owner, and it updates D1 even if the object has already processed the event. */
async function deliverRevocation(deps: DeliverDeps, { owner, event, receipt }: EventMessage, source: Source): Promise<Delivered> {
  const accountId = await lookUp(deps, owner);
  if (accountId === null) {
    deps.log.info('webhook.unknown-owner', { source, type: receipt.type });
    return 'unknown-owner';
  }
  if (!(await endIfRevoked(deps, accountId, source))) {
    // The webhook can arrive before the token is revoked: the object checks again later, and a repeated old webhook changes nothing then
    // either.
    await deps.account(accountId).expectRevocation(owner, event, receipt);
    return 'not-confirmed';
  }
  await deps.account(accountId).ingest(owner, event, receipt);
  if (source === 'shopify') await uninstall(deps, accountId);
  else await revokeSquare(deps, accountId);
  return 'accepted';
}

async function lookUp(deps: DeliverDeps, owner: InboundOwner): Promise<AccountId | null> {
  const accountId = await routeOf(deps.db, owner.source, owner.name);
  if (accountId !== null) deps.routes.set(owner.source, owner.name, accountId);
  return accountId;
}

function reduce(message: EventMessage): EventMessage {
  const { receipt } = message;
  return receipt.payload.length <= MAX_QUEUED_PAYLOAD ? message : { ...message, receipt: { ...receipt, payload: '' } };
}
