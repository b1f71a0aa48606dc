import { expectWebhook, hear, NOTHING_HEARD, settle, type WebhookDelivery } from '../../domain/account/hearing';
import type { HistoryFact, ObservationCause } from '../../domain/history/fact';
import type { Instant } from '../../domain/instant';
import { SOURCES, type Source } from '../../domain/source';
import type { IncomingAnswer } from '../../domain/sync/engine/effects';

/** What finds changes without being told of them. A read that was asked for follows a webhook as a rule. */
const FINDING: readonly ObservationCause[] = ['sweep', 'snapshot', 'refresh', 'answer'];
/** Levels whose last webhook is remembered: one may come before the answer to the very write that it tells of. */
const REMEMBERED = 500;

/** Whether the platforms tell of what happens there. Holds what outlives memory in the journal's marks. */
export class WebhookWatch {
  readonly #sides: Record<Source, WebhookDelivery>;
  readonly #lately: Record<Source, Map<string, Instant>> = { shopify: new Map(), square: new Map() };

  constructor(stored: Readonly<Record<Source, WebhookDelivery>> | null) {
    this.#sides = { shopify: stored?.shopify ?? NOTHING_HEARD, square: stored?.square ?? NOTHING_HEARD };
  }

  /** A webhook about these levels has come; one that does not state a level is of its present state. */
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

  /** A line of history: a change that no webhook has told of yet is waited for. `since`: from when on the platform's webhooks reach us. */
  changed(fact: HistoryFact, stockId: string | null, since: Instant | null, now: Instant): void {
    if (fact.kind !== 'change' || stockId === null || !FINDING.includes(fact.via)) return;
    this.#expect(fact.side, { stockId, at: fact.at, found: true }, since, now);
  }

  /** The answer to a request: where our own write took effect, the platform tells of it as of any other change. */
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

  /** The connections or the pair are others now: nothing of before is waited for. The counts stay. */
  forget(): void {
    for (const source of SOURCES) {
      this.#sides[source] = { ...this.#sides[source], awaited: {}, inRow: 0 };
      this.#lately[source].clear();
    }
  }

  /** A side as of now. */
  of(source: Source, now: Instant): WebhookDelivery {
    return settle(this.#sides[source], now);
  }

  /** Both, to be stored. */
  stored(now: Instant): Readonly<Record<Source, WebhookDelivery>> {
    return { shopify: this.of('shopify', now), square: this.of('square', now) };
  }
}
