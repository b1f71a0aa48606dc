import { and, eq, isNull, lt, lte, sql, type SQL } from 'drizzle-orm';

import type { AccountId } from '../domain/account/account-id';
import type { Instant } from '../domain/instant';
import type { Source } from '../domain/source';
import type { Db } from './database';
import { alertMessages, alerts } from './schema';

/** One message to operators: all alerts of a kind and a platform, from the first of them to the end of the last. */
export interface AlertMessage {
  readonly id: number;
  /** True when it concerns the whole installation and no single account. */
  readonly own: boolean;
  readonly kind: string;
  /** The platform that it is about; '' when it is not about a single platform. */
  readonly source: Source | '';
  /** When the first of its alerts was raised. */
  readonly beganAt: Instant;
  /** When it was first sent; null: not yet. */
  readonly toldAt: Instant | null;
  /** How many updates have been sent since. */
  readonly updates: number;
  readonly tries: number;
}

/** A message with something to send. */
export interface DueMessage extends AlertMessage {
  /** Number of its alerts that are still open. 0: the message ends. */
  readonly open: number;
}

/** One alert of a message. */
export interface ListedAlert {
  readonly account: AccountId | 0;
  readonly shopDomain: string;
  readonly message: string;
}

/** The content of a message at one moment. */
export interface MessageContent {
  readonly open: number;
  /** Number of alerts that it ever had. */
  readonly total: number;
  /** The newest alert that was read: newer ones are sent another time. */
  readonly upTo: number;
  /** The first of its alerts, oldest first: the open ones, or all if none is open. */
  readonly listed: readonly ListedAlert[];
}

const SAME = sql`(a.account = 0) = m.own and a.kind = m.kind and a.source = m.source`;

/** Starts a message for each kind and platform that has an alert to send and no open message. */
export async function startMessages(db: Db, now: Instant): Promise<void> {
  await db.run(sql`
    insert into alert_messages (own, kind, source, began_at, due)
    select a.account = 0, a.kind, a.source, min(a.raised_at), ${now} from alerts as a
    where a.operator_due <= ${now} and a.cleared_at is null
      and not exists (select 1 from alert_messages as m where m.ended_at is null and ${SAME})
    group by 1, 2, 3 on conflict do nothing`);
}

/** Returns messages to send, update or end now. */
export async function dueMessages(db: Db, now: Instant): Promise<DueMessage[]> {
  const rows = await db.all<Omit<DueMessage, 'own'> & { readonly own: number }>(sql`
    select id, own, kind, source, "beganAt", "toldAt", updates, tries, open from (
      select m.id, m.own, m.kind, m.source, m.began_at as "beganAt", m.told_at as "toldAt", m.updates, m.tries, m.update_due as again,
        (select count(*) from alerts as a where ${SAME} and a.cleared_at is null) as open,
        exists (select 1 from alerts as a where ${SAME} and a.operator_due is not null) as news
      from alert_messages as m where m.ended_at is null and m.due <= ${now}
    ) where open = 0 or (news and ("toldAt" is null or again <= ${now}))`);
  return rows.map((row) => ({ ...row, own: row.own === 1 }));
}

/** Claims a message to send; other runs skip it until `leaseUntil`. Returns false when another run has it. */
export async function claimMessage(db: Db, id: number, now: Instant, leaseUntil: Instant): Promise<boolean> {
  const free = and(eq(alertMessages.id, id), isNull(alertMessages.endedAt), lte(alertMessages.due, now));
  const taken = await db
    .update(alertMessages)
    .set({ due: leaseUntil, tries: sql`${alertMessages.tries} + 1` })
    .where(free)
    .run();
  return taken.meta.changes > 0;
}

/** Returns what a message is to say now, with at most `limit` alerts by name. */
export async function readContent(db: Db, message: AlertMessage, limit: number): Promise<MessageContent> {
  const since = sql`${own(message)} and raised_at >= ${message.beganAt}`;
  const [counts] = await db.all<{ open: number; total: number; upTo: number }>(
    sql`select count(*) as total, coalesce(sum(cleared_at is null), 0) as open, coalesce(max(id), 0) as "upTo" from alerts where ${since}`,
  );
  const { open, total, upTo } = counts ?? { open: 0, total: 0, upTo: 0 };
  const wanted = open === 0 ? since : sql`${own(message)} and cleared_at is null`;
  const listed = await db.all<ListedAlert>(sql`
    select account, message, coalesce((select shop_domain from accounts where accounts.id = alerts.account), '') as "shopDomain"
    from alerts where ${wanted} and id <= ${upTo} order by id limit ${limit}`);
  return { open, total, upTo, listed };
}

/** Records that the message and its alerts were sent as read. `updateDue`: no update before this time. */
export async function noteNotified(
  db: Db,
  message: AlertMessage,
  content: MessageContent,
  at: { readonly now: Instant; readonly updateDue: Instant },
): Promise<void> {
  const { now, updateDue } = at;
  const told = sql`${own(message)} and id <= ${content.upTo} and operator_due is not null`;
  await db.batch([
    db
      .update(alerts)
      .set({ operatorToldAt: sql`coalesce(${alerts.operatorToldAt}, ${now})`, operatorDue: null })
      .where(sql`${told} and cleared_at is null`),
    db
      .update(alerts)
      .set({ operatorDue: null })
      .where(sql`${told} and cleared_at is not null`),
    db
      .update(alertMessages)
      .set({
        toldAt: sql`coalesce(${alertMessages.toldAt}, ${now})`,
        updates: message.updates + 1,
        tries: 0,
        due: now,
        updateDue,
        endedAt: content.open === 0 ? now : null,
      })
      .where(eq(alertMessages.id, message.id)),
  ]);
}

/** Ends a message that was never sent: its alerts ended first. */
export async function endUnnotified(db: Db, message: AlertMessage, now: Instant): Promise<void> {
  await db.update(alertMessages).set({ endedAt: now }).where(eq(alertMessages.id, message.id)).run();
}

/** Schedules another try at `due` after operators could not be notified. */
export async function notifyAgain(db: Db, message: AlertMessage, due: Instant): Promise<void> {
  await db.update(alertMessages).set({ due }).where(eq(alertMessages.id, message.id)).run();
}

/** Deletes messages that ended long ago. */
export async function pruneMessages(db: Db, before: Instant): Promise<void> {
  await db.delete(alertMessages).where(lt(alertMessages.endedAt, before)).run();
}

function own({ own: all, kind, source }: AlertMessage): SQL {
  return sql`(account = 0) = ${all ? 1 : 0} and kind = ${kind} and source = ${source}`;
}
