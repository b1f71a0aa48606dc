import type { LogEntry, Platform, StoredLogEntry } from '../world-api';
import type { SandboxDatabase } from './database';

/** How many lines of the live log are kept. */
const LOG_LINES = 2000;

/**
 * Per platform: webhooks due to be sent (including lost and duplicated ones), acknowledged ones, and attempts that were not acknowledged.
 */
export interface WebhookCounts {
  readonly sent: number;
  readonly delivered: number;
  readonly failed: number;
}

/** What `/control/calls` returns. */
export interface CallCounts {
  readonly shopify: Readonly<Record<string, number>>;
  readonly square: Readonly<Record<string, number>>;
  readonly webhooks: { readonly shopify: WebhookCounts; readonly square: WebhookCounts };
}

/** The counters and the live log. */
export interface Journal {
  countCall(platform: Platform, name: string): void;
  countWebhook(platform: Platform, what: keyof WebhookCounts): void;
  counts(): CallCounts;
  forgetCounts(): void;
  log(entry: LogEntry): void;
  logSince(id: number, limit: number): StoredLogEntry[];
  forgetLog(): void;
}

export function openJournal(db: SandboxDatabase, now: () => number): Journal {
  const ofPlatform = (platform: Platform): Record<string, number> =>
    Object.fromEntries(
      db.rows<{ name: string; n: number }>('select name, n from call_count where platform = ?', platform).map((row) => [row.name, row.n]),
    );
  const webhooksOf = (platform: Platform): WebhookCounts =>
    db.row<{ sent: number; delivered: number; failed: number }>(
      'select sent, delivered, failed from webhook_count where platform = ?',
      platform,
    ) ?? { sent: 0, delivered: 0, failed: 0 };
  return {
    countCall: (platform, name) => {
      db.run('insert into call_count (platform, name, n) values (?, ?, 1) on conflict do update set n = n + 1', platform, name);
    },
    countWebhook: (platform, what) => {
      const one = (name: keyof WebhookCounts): number => Number(name === what);
      db.run(
        `insert into webhook_count (platform, sent, delivered, failed) values (?, ?, ?, ?)
         on conflict do update set sent = sent + excluded.sent, delivered = delivered + excluded.delivered, failed = failed + excluded.failed`,
        platform,
        one('sent'),
        one('delivered'),
        one('failed'),
      );
    },
    counts: () => ({
      shopify: ofPlatform('shopify'),
      square: ofPlatform('square'),
      webhooks: { shopify: webhooksOf('shopify'), square: webhooksOf('square') },
    }),
    forgetCounts: () => {
      db.run('delete from call_count');
      db.run('delete from webhook_count');
    },
    log: (entry) => {
      const inserted = db.row<{ id: number }>(
        'insert into log (at, platform, kind, owner, title, detail, outcome) values (?, ?, ?, ?, ?, ?, ?) returning id',
        now(),
        entry.platform,
        entry.kind,
        entry.owner,
        entry.title,
        entry.detail,
        entry.outcome,
      );
      if (inserted !== null && inserted.id % 500 === 0) db.run('delete from log where id <= ?', inserted.id - LOG_LINES);
    },
    logSince: (id, limit) => readLog(db, id, limit),
    forgetLog: () => {
      db.run('delete from log');
    },
  };
}

/** Returns the newest `limit` lines after `id`, oldest first. */
function readLog(db: SandboxDatabase, id: number, limit: number): StoredLogEntry[] {
  const rows = db.rows<{
    id: number;
    at: number;
    platform: string;
    kind: string;
    owner: string;
    title: string;
    detail: string;
    outcome: string;
  }>('select id, at, platform, kind, owner, title, detail, outcome from log where id > ? order by id desc limit ?', id, limit);
  return rows.toReversed().map((row) => ({
    ...row,
    platform: row.platform === 'square' ? 'square' : 'shopify',
    kind: KINDS.find((kind) => kind === row.kind) ?? 'call',
    outcome: OUTCOMES.find((outcome) => outcome === row.outcome) ?? 'ok',
  }));
}

const KINDS: readonly LogEntry['kind'][] = ['call', 'outside', 'webhook', 'change', 'page'];
const OUTCOMES: readonly LogEntry['outcome'][] = ['ok', 'refused', 'failed', 'lost', 'waiting'];
