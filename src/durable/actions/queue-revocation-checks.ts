import type { Account } from '../account/account';

/**
 * Puts the due checks on the list of tasks, as webhooks to be delivered again: what the end of an access means outside this object
 * is the Worker's work, and so is asking first whether it is true. A check that was put there before a kill is there once.
 */
export async function fileRevocationChecks(account: Account): Promise<void> {
  const { host, revocationChecks } = account;
  const now = host.now();
  // Should D1 fail, the next attempt follows by itself.
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
        Number(host.accountId),
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
