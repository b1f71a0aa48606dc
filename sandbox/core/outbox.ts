import type { Delivery, DeliveryFailure, OutgoingWebhook, PlatformPart, WorldApi } from '../world-api';
import type { Alarm } from './alarms';
import type { Clock } from './clock';
import type { SandboxDatabase } from './database';
import type { Journal } from './journal';

/** The most attempts in flight at once. */
const MAX_ON_WIRE = 24;
/** After how long the alarm checks for attempts that a kill has interrupted, in real ms. */
const LOST_ATTEMPT_MS = 10_000;
/** The shortest and longest delay of a reordered webhook, in real ms. */
const REORDER_MS = { least: 300, most: 3000 };
/** The longest delay until a duplicate follows, in real ms. */
const DUPLICATE_WITHIN_MS = 1500;

type Row = {
  id: number;
  platform: string;
  owner: string;
  topic: string;
  url: string;
  subscription: string;
  headers: string;
  body: string;
  attempt: number;
  first_sent_at: number;
  last_failure: string | null;
};

const FAILURES: readonly DeliveryFailure[] = ['http_error', 'http_timeout', 'other_error'];

function toDelivery(row: Row): Delivery {
  return {
    id: row.id,
    platform: row.platform === 'square' ? 'square' : 'shopify',
    owner: row.owner,
    topic: row.topic,
    url: row.url,
    subscription: row.subscription,
    // oxlint-disable-next-line no-unsafe-type-assertion -- stored by `send` below from a value of this type
    headers: JSON.parse(row.headers) as Record<string, string>,
    body: row.body,
    attempt: row.attempt,
    firstSentAt: row.first_sent_at,
    lastFailure: FAILURES.find((failure) => failure === row.last_failure) ?? null,
  };
}

/** Webhooks to be delivered: stored first, attempted immediately, retried by the alarm. */
export class Outbox {
  readonly #db: SandboxDatabase;
  readonly #clock: Clock;
  readonly #alarm: Alarm;
  readonly #journal: Journal;
  readonly #hold: (promise: Promise<unknown>) => void;
  #onWire = 0;
  /** Whether due webhooks may be waiting for a free slot. */
  #backlog = true;

  constructor(db: SandboxDatabase, clock: Clock, alarm: Alarm, journal: Journal, hold: (promise: Promise<unknown>) => void) {
    this.#db = db;
    this.#clock = clock;
    this.#alarm = alarm;
    this.#journal = journal;
    this.#hold = hold;
    // Attempts that were in flight when the object was killed are repeated: the receiver may get them twice, as in production.
    db.run('update delivery set sending = 0 where sending = 1');
  }

  /** Applies the platform's webhook faults, stores the row or rows, and attempts what is due. */
  send(world: WorldApi, webhook: OutgoingWebhook): void {
    const faults = world.config().faults[webhook.platform];
    this.#journal.countWebhook(webhook.platform, 'sent');
    if (Math.random() < faults.webhookLoss) {
      this.#log(webhook, 'lost on the way', 'lost');
      return;
    }
    const held = Math.random() < faults.webhookReorder ? REORDER_MS.least + Math.random() * (REORDER_MS.most - REORDER_MS.least) : 0;
    const delay = Math.random() * faults.webhookDelayMs + held;
    this.#store(world, webhook, delay);
    if (Math.random() < faults.webhookDuplicate) {
      this.#journal.countWebhook(webhook.platform, 'sent');
      this.#store(world, webhook, delay + Math.random() * DUPLICATE_WITHIN_MS);
    }
  }

  /** Starts as many due attempts as there are free slots. */
  pump(world: WorldApi): void {
    const free = MAX_ON_WIRE - this.#onWire;
    if (free <= 0) return;
    const due = this.#db.rows<Row>(
      `update delivery set sending = 1 where id in (select id from delivery where sending = 0 and next_at <= ? order by next_at, id limit ?)
       returning id, platform, owner, topic, url, subscription, headers, body, attempt, first_sent_at, last_failure`,
      this.#clock.now(),
      free,
    );
    this.#backlog = due.length === free;
    for (const row of due.toSorted((a, b) => a.id - b.id)) this.#begin(world, this.#assembled(world, toDelivery(row)));
  }

  /** Sets the alarm for the next retry, and for attempts in flight. */
  arm(): void {
    const next = this.#db.row<{ at: number | null }>('select min(next_at) as at from delivery where sending = 0');
    if (next !== null && next.at !== null) this.#alarm.wakeBy(this.#clock.toReal(next.at));
    if (this.#onWire > 0) this.#alarm.wakeBy(Date.now() + LOST_ATTEMPT_MS);
  }

  /** Deletes everything that has not been delivered. */
  forget(): void {
    this.#db.run('delete from delivery');
  }

  /** Stores a webhook; sends it in the same turn if it is due and a slot is free. */
  #store(world: WorldApi, webhook: OutgoingWebhook, delayMs: number): void {
    const at = this.#clock.now() + Math.round(delayMs * this.#clock.speed());
    const atOnce = delayMs === 0 && !this.#backlog && this.#onWire < MAX_ON_WIRE;
    const stored = this.#db.row<{ id: number }>(
      `insert into delivery (platform, owner, topic, url, subscription, headers, body, attempt, first_sent_at, last_failure, next_at, sending)
       values (?, ?, ?, ?, ?, ?, ?, 0, ?, null, ?, ?) returning id`,
      webhook.platform,
      webhook.owner,
      webhook.topic,
      webhook.url,
      webhook.subscription,
      JSON.stringify(webhook.headers),
      webhook.body,
      at,
      at,
      Number(atOnce),
    );
    if (atOnce && stored !== null) this.#begin(world, { ...webhook, id: stored.id, attempt: 0, firstSentAt: at, lastFailure: null });
    else if (delayMs > 0) this.#alarm.wakeBy(this.#clock.toReal(at));
    else {
      this.#backlog = true;
      this.pump(world);
    }
  }

  /** Returns a delivery with its body rebuilt, where a fault requires it; its retries carry the same body. */
  #assembled(world: WorldApi, delivery: Delivery): Delivery {
    if (delivery.attempt > 0 || Math.random() >= world.config().faults[delivery.platform].webhookLateAssembly) return delivery;
    const body = world.part(delivery.platform)?.bodyNow(world, delivery) ?? delivery.body;
    if (body !== delivery.body) this.#db.run('update delivery set body = ? where id = ?', body, delivery.id);
    return { ...delivery, body };
  }

  /** Starts one attempt. If the object is killed meanwhile, the stored alarm finds the row again. */
  #begin(world: WorldApi, delivery: Delivery): void {
    this.#onWire += 1;
    this.#alarm.wakeBy(Date.now() + LOST_ATTEMPT_MS);
    this.#hold(this.#attempt(world, delivery));
  }

  async #attempt(world: WorldApi, delivery: Delivery): Promise<void> {
    const part = world.part(delivery.platform);
    const result = part === null ? { failure: 'other_error' as const, text: 'no such platform' } : await post(world, part, delivery);
    this.#onWire -= 1;
    const delivered = result.failure === null;
    this.#journal.countWebhook(delivery.platform, delivered ? 'delivered' : 'failed');
    const retryAfter = part?.retryDelays[delivery.attempt];
    const again = !delivered && retryAfter !== undefined;
    if (again) {
      const at = this.#clock.now() + retryAfter;
      this.#db.run(
        'update delivery set sending = 0, attempt = attempt + 1, last_failure = ?, next_at = ? where id = ?',
        result.failure,
        at,
        delivery.id,
      );
      this.#alarm.wakeBy(this.#clock.toReal(at));
    } else {
      this.#db.run('delete from delivery where id = ?', delivery.id);
    }
    part?.attemptEnded(world, delivery, delivered);
    const attempt = delivery.attempt === 0 ? '' : `, attempt ${delivery.attempt + 1}`;
    this.#log(delivery, `${result.text}${attempt}`, delivered ? 'ok' : again ? 'waiting' : 'failed');
    if (this.#backlog) this.pump(world);
  }

  #log(webhook: OutgoingWebhook, detail: string, outcome: 'ok' | 'waiting' | 'failed' | 'lost'): void {
    this.#journal.log({ platform: webhook.platform, kind: 'webhook', owner: webhook.owner, title: webhook.topic, detail, outcome });
  }
}

/** Sends one POST. Anything but a 2xx in time is a failure; redirects are not followed. */
async function post(world: WorldApi, part: PlatformPart, delivery: Delivery): Promise<{ failure: DeliveryFailure | null; text: string }> {
  const abort = new AbortController();
  // Ended with the attempt: an object may have 10,000 timers at once, and a catalog that is renamed sends hundreds of webhooks a second.
  const timer = setTimeout(() => {
    abort.abort();
  }, part.deliveryTimeoutMs);
  try {
    const headers = { 'content-type': 'application/json', ...delivery.headers, ...(await part.deliveryHeaders(world, delivery)) };
    const init = { method: 'POST', headers, body: delivery.body, redirect: 'manual', signal: abort.signal } as const;
    const response = await fetch(delivery.url, init);
    await response.arrayBuffer();
    return { failure: response.ok ? null : 'http_error', text: `HTTP ${response.status}` };
  } catch (error) {
    if (abort.signal.aborted) return { failure: 'http_timeout', text: 'no answer in time' };
    return { failure: 'other_error', text: error instanceof Error ? error.message : 'no connection' };
  } finally {
    clearTimeout(timer);
  }
}
