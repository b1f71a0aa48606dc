import { routeOf, type Account } from '../../../db/accounts';
import { ok, refuse, type Answer } from '../../../domain/result';
import { sourceName, type Source } from '../../../domain/source';
import { reasonOf } from '../../runtime/log';
import { deliverToAccount, type Delivered, type DeliverDeps } from '../../webhooks/deliver';
import { readWebhook } from '../../webhooks/read-webhook';

/** A simulated webhook: its type and body. */
interface SimulatedWebhook {
  readonly source: Source;
  /** Shop domain or Square merchant id. */
  readonly owner: string;
  /** Topic or event type, as the platform names it. */
  readonly type: string;
  /** The body as the platform would send it. */
  readonly payload: string;
}

/** Passes a simulated webhook to the code that handles the platform's own, as if the platform had sent this body. */
export async function simulateWebhook(deps: DeliverDeps, told: SimulatedWebhook): Promise<Answer<null>> {
  const read = readWebhook(told);
  if (read === null || read.problem !== '') return refuse('invalid_argument', 'The payload does not match this type of event.');
  const { owner, event, type } = read;
  return judged(deps, told, async () =>
    deliverToAccount(deps, { owner, event, receipt: { type, receivedAt: deps.now(), payload: told.payload } }),
  );
}

/** Delivers a received webhook to its account again: parsed again, and only while its owner still belongs to that account. */
export async function replayReceipt(
  deps: DeliverDeps,
  customer: Pick<Account, 'id' | 'shopDomain'>,
  receipt: { readonly type: string; readonly payload: string },
): Promise<Answer<null>> {
  if (receipt.payload === '') {
    return refuse('failed_precondition', 'The body of this webhook was too long to keep, so there is nothing to replay.');
  }
  const { type, payload } = receipt;
  // Shopify's topics have a slash (products/update), Square's types have none (inventory.count.updated).
  const raw = type.includes('/')
    ? ({ source: 'shopify', owner: customer.shopDomain, type, payload } as const)
    : ({ source: 'square', owner: '', type, payload } as const);
  const read = readWebhook(raw);
  if (read === null || read.problem !== '') {
    return refuse('failed_precondition', 'This webhook can no longer be read: this release expects a different format.');
  }
  const { owner } = read;
  const told = { source: owner.source, owner: owner.name, type, payload };
  if ((await routeOf(deps.db, owner.source, owner.name)) !== customer.id) {
    return refuse(
      'failed_precondition',
      `This webhook belongs to a ${sourceName(owner.source)} account that is no longer connected to this one.`,
    );
  }
  return simulateWebhook(deps, told);
}

async function judged(deps: DeliverDeps, told: SimulatedWebhook, deliver: () => Promise<Delivered>): Promise<Answer<null>> {
  const name = sourceName(told.source);
  try {
    const delivered = await deliver();
    switch (delivered) {
      case 'accepted':
        return ok(null);
      case 'unknown-owner':
        return refuse('not_found', `No account is connected to ${told.owner} at ${name}.`);
      case 'not-confirmed':
        return refuse('failed_precondition', `${name} still grants the account access. Nothing was changed.`);
    }
  } catch (thrown) {
    deps.log.warn('operator.event-failed', { source: told.source, type: told.type, reason: reasonOf(thrown) });
    return refuse('unavailable', `${name} or the account cannot be reached right now. Please try again in a moment.`);
  }
}
