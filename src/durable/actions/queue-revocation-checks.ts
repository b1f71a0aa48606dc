import type { InboundEvent, InboundOwner, Receipt } from '../../domain/inbound';
import type { Account } from '../account/account';

/** Notes a webhook that says that an access has ended, though it has not: whether it has is checked again later. */
export function expectRevocation(
  { revocationChecks, host }: Account,
  revocation: { readonly owner: InboundOwner; readonly event: InboundEvent; readonly receipt: Receipt },
): void {
  revocationChecks.expect(revocation, host.now());
  const due = revocationChecks.dueAt();
  if (due !== null) host.wake(due);
}

/**
 * Queues the due checks as tasks that deliver the webhook again: the Worker handles the effects of an access's end outside this object, and
 * first asks whether the access has ended. A check that was queued before a kill exists only once.
 */
export async function fileRevocationChecks(account: Account): Promise<void> {
  const { host, revocationChecks } = account;
  const now = host.now();
  // If D1 fails, the next attempt is already scheduled.
  const due = revocationChecks.due(now);
  revocationChecks.postpone(now);
  for (const { source, id, revocation } of due) {
    const row = await host.database
      .prepare(
        `insert into tasks (name, account, source, state, queued_at, due, body, message, subject, owner)
         values ('webhooks', ?1, ?2, 'queued', ?3, ?3, ?4, ?5, ?6, ?7)
         on conflict (message) where message is not null do update set message = message returning id`,
      )
      .bind(
        host.accountId,
        source,
        now,
        JSON.stringify(revocation),
        `revocation-check:${host.accountId}:${id}`,
        revocation.receipt.type,
        revocation.owner.name,
      )
      .first<{ id: number }>();
    revocationChecks.filed(source);
    if (row !== null) await host.wakeTask(row.id);
  }
}
