import { expectWebhook, hear, NOTHING_HEARD, settle, type WebhookDelivery } from '../../domain/account/webhook-delivery';
import type { HistoryFact, ObservationCause } from '../../domain/history/fact';
import type { Instant } from '../../domain/instant';
import { SOURCES, type Source } from '../../domain/source';
import type { IncomingAnswer } from '../../domain/sync/engine/effects';

/** Causes that find changes without a webhook. A requested read is not among them: it usually follows a webhook. */
const FINDING: readonly ObservationCause[] = ['sweep', 'snapshot', 'refresh', 'answer'];
/** Number of levels whose last webhook is remembered: a webhook may arrive before the answer to the write that it reports. */
const REMEMBERED = 500;

/** Tracks whether the platforms send webhooks for their changes. The journal's checkpoints store what must outlive memory. */
export class WebhookWatch {
  readonly #sides: Record<Source, WebhookDelivery>;
  readonly #lately: Record<Source, Map<string, Instant>> = { shopify: new Map(), square: new Map() };

  constructor(stored: Readonly<Record<Source, WebhookDelivery>> | null) {
    this.#sides = { shopify: stored?.shopify ?? NOTHING_HEARD, square: stored?.square ?? NOTHING_HEARD };
  }

  /** Records a webhook about these levels; one that does not state a level counts for its current state. */
  heard(source: Source, named: readonly { readonly stockId: string; readonly at?: Instant }[], now: Instant): void {
    const levels = named.map(({ stockId, at }) => ({ stockId, at: at ?? now }));
    this.#sides[source] = hear(this.#sides[source], levels, now);
    const lately = this.#lately[source];
    for (const { stockId, at } of levels) {
      lately.delete(stockId);
      lately.set(stockId, at);
    }
    for (const oldest of lately.keys()) {
      if (lately.size <= REMEMBERED) break;
      lately.delete(oldest);
    }
  }

  /** Awaits the webhook of a change in the history, unless it has arrived. `since`: from when on webhooks of the platform reach us. */
  changed(fact: HistoryFact, stockId: string | null, since: Instant | null, now: Instant): void {
    if (fact.kind !== 'change' || stockId === null || !FINDING.includes(fact.via)) return;
    this.#expect(fact.side, { stockId, at: fact.at, found: true }, since, now);
  }

  /** Handles the answer to a request: the platform sends a webhook for our own effective write as for any other change. */
  answered(source: Source, { kind, answer }: IncomingAnswer, since: Instant | null, now: Instant): void {
    if (kind !== 'write' || answer.kind !== 'applied') return;
    for (const level of answer.levels) {
      if (level !== null) this.#expect(source, { stockId: level.stockId, at: level.at, found: false }, since, now);
    }
  }

  #expect(source: Source, change: { stockId: string; at: Instant; found: boolean }, since: Instant | null, now: Instant): void {
    // Shopify's times are whole seconds.
    if (since === null || change.at + 1_000 <= since) return;
    const told = this.#lately[source].get(change.stockId);
    if (told !== undefined && told >= change.at) return;
    this.#sides[source] = expectWebhook(this.#sides[source], change, now);
  }

  /** Stops waiting for webhooks from before the connections or the pair changed. The counts stay. */
  forget(): void {
    for (const source of SOURCES) {
      this.#sides[source] = { ...this.#sides[source], awaited: {}, inRow: 0 };
      this.#lately[source].clear();
    }
  }

  /** Returns a side's delivery record as of now. */
  of(source: Source, now: Instant): WebhookDelivery {
    return settle(this.#sides[source], now);
  }

  /** Returns both sides' records, to be stored. */
  stored(now: Instant): Readonly<Record<Source, WebhookDelivery>> {
    return { shopify: this.of('shopify', now), square: this.of('square', now) };
  }
}
