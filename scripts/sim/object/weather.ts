import type { Random } from '../random';
import { plainFate } from './calm';
import type { Weather } from './cloud';
import type { LateWebhooks } from './late-webhooks';
import { ADDRESSES, isStockWrite, textAnswer, type Fate, type WireAnswer, type WireRequest } from './network';

/** Kinds of faults that can be turned off one by one. */
export const FAULTS = [
  'webhooks',
  'assembled-late',
  'requests',
  'refusals',
  'unnamed-refusals',
  'item-500s',
  'reads-lag',
  'alarms',
  'shared-database',
] as const;

/** One kind of fault. */
export type FaultKind = (typeof FAULTS)[number];

/** What a refusal that names no item is called in the trace. */
const UNNAMED = 'refused without naming an item';

/** The longest delay of a request or a repeated webhook, in ms. */
export const LONGEST_MS = 47_000;

/** Draws what happens to everything on the wire from the history's own randomness, until the faults end. */
export class SeededWeather {
  readonly #random: Random;
  readonly #kinds: ReadonlySet<FaultKind>;
  readonly #late: LateWebhooks;
  /** Multiplies all probabilities: some histories are nearly calm, others are not. */
  readonly #severity: number;
  readonly #now: () => number;
  /** When the faults end, in ms. */
  readonly #until: number;
  /** Decides how far reads lag, separately from what happens on the wire. */
  readonly #lagging: Random;
  /** The idempotency keys that Shopify was sent, and those of them that it has refused. */
  readonly #sentKeys = new Set<string>();
  readonly #failedKeys = new Set<string>();
  /** A stock id whose writes fail with 500, and until when. */
  cursed: { readonly stock: string; readonly until: number } | null = null;

  constructor(given: {
    random: Random;
    lagging: Random;
    kinds: ReadonlySet<FaultKind>;
    late: LateWebhooks;
    severity: number;
    now: () => number;
    until: number;
  }) {
    this.#random = given.random;
    this.#lagging = given.lagging;
    this.#kinds = given.kinds;
    this.#late = given.late;
    this.#severity = given.severity;
    this.#now = given.now;
    this.#until = given.until;
  }

  /** Returns the weather in the form that the cloud accepts. */
  weather(): Weather {
    const random = this.#random;
    return {
      fate: (end, request) => this.#fate(end, request),
      arriving: async (end, request) =>
        end === 'webhooks' && this.#on('assembled-late') && random.chance(0.3) ? this.#late.assemble(request) : request,
      d1: {
        latency: () => random.between(1, 8),
        fate: () => (!this.#on('shared-database') || !this.#chance(0.02) ? 'ok' : random.chance(0.5) ? 'lost' : 'cut'),
        survivesCaller: () => random.chance(0.5),
      },
      alarmLateness: () => (this.#on('alarms') && this.#chance(0.2) ? random.between(1_000, 30_000) : random.between(1, 50)),
      callLatency: () => random.between(1, 10),
    };
  }

  /** Returns the largest lag of stock reads in this history, in ms, until the faults end. */
  readLagMs(): number {
    if (!this.#kinds.has('reads-lag') || this.#severity === 0 || !this.#lagging.chance(0.4)) return 0;
    return this.#lagging.between(500, 6_000);
  }

  #on(kind: FaultKind): boolean {
    return this.#kinds.has(kind) && this.#now() < this.#until;
  }

  #chance(probability: number): boolean {
    return this.#random.chance(Math.min(0.6, probability * this.#severity));
  }

  #fate(end: keyof typeof ADDRESSES, request: WireRequest): Fate {
    if (end === 'webhooks') return this.#webhookFate();
    const plain = plainFate(this.#random.between(30, 400));
    // Faults do not apply to a person's way through the consent pages.
    if (end === 'app' || /oauth2?\/(?:authorize|access_token|token)/u.test(request.url)) return plain;
    const refused = this.#refusalOnce(request);
    if (refused !== null) return { ...plain, ...refused };
    return this.#on('requests') ? this.#requestFate(plain) : plain;
  }

  #requestFate(plain: Fate): Fate {
    const random = this.#random;
    const arrives = plain.arrivals;
    const resetMs = random.between(50, 3_000);
    if (this.#chance(0.02)) return { ...plain, arrivals: [], answerMs: null, resetMs, name: 'lost' };
    if (this.#chance(0.02)) return { ...plain, arrivals: [], answerMs: null, name: 'hangs' };
    if (this.#chance(0.03)) return { ...plain, answerMs: null, resetMs: (arrives[0] ?? 0) + resetMs, name: 'cut' };
    if (this.#chance(0.02)) return { ...plain, answerMs: null, name: 'unanswered' };
    if (this.#chance(0.03))
      return { ...plain, arrivals: [random.between(1_000, LONGEST_MS)], resetMs: random.chance(0.5) ? resetMs : null, name: 'late' };
    if (this.#chance(0.03)) return { ...plain, arrivals: [...arrives, random.between(100, LONGEST_MS)], name: 'twice' };
    if (this.#chance(0.08)) return { ...plain, arrivals: [random.between(200, 5_000)], answerMs: random.between(200, 4_000), name: 'slow' };
    return plain;
  }

  #webhookFate(): Fate {
    const random = this.#random;
    const plain = plainFate(random.between(20, 600));
    if (!this.#on('webhooks')) return plain;
    const taken = textAnswer(200, 'ok', {});
    if (this.#chance(0.1)) return { ...plain, arrivals: [], instead: taken, name: 'webhook lost' };
    if (this.#chance(0.1)) return { ...plain, arrivals: [...plain.arrivals, random.between(100, LONGEST_MS)], name: 'webhook twice' };
    if (this.#chance(0.2)) return { ...plain, arrivals: [random.between(200, 4_000)], name: 'webhook slow' };
    if (this.#chance(0.06))
      return { ...plain, arrivals: [random.between(5_000, random.chance(0.2) ? 600_000 : 90_000)], name: 'webhook late' };
    if (this.#chance(0.04)) return { ...plain, answerMs: null, resetMs: random.between(700, 3_000), name: 'webhook answer lost' };
    return plain;
  }

  /**
   * Returns a refusal without any effect. Shopify remembers a refused key as failed and answers a repeated one with its first result
   * (documented), so only a key that was never sent before is refused without naming an item, and its repeats learn that it failed.
   */
  #refusalOnce(request: WireRequest): Pick<Fate, 'instead' | 'name'> | null {
    const key = isSquare(request) ? undefined : /"key":"(?<key>[^"]+)"/u.exec(request.body)?.groups?.['key'];
    if (key === undefined || !isStockWrite(request)) return this.#refusal(request, true);
    if (this.#failedKeys.has(key)) return { instead: failedKey(), name: 'refused: its key has failed before' };
    const refused = this.#refusal(request, !this.#sentKeys.has(key));
    this.#sentKeys.add(key);
    if (refused?.name === UNNAMED) this.#failedKeys.add(key);
    return refused;
  }

  /** `unnamed`: it may be a refusal that names no item. */
  #refusal(request: WireRequest, unnamed: boolean): Pick<Fate, 'instead' | 'name'> | null {
    const write = isStockWrite(request);
    const { cursed } = this;
    if (write && cursed !== null && this.#on('item-500s') && this.#now() < cursed.until && request.body.includes(cursed.stock)) {
      return { instead: failure(request), name: `500 for ${cursed.stock}` };
    }
    if (this.#on('refusals') && this.#chance(0.03)) return { instead: throttled(request), name: '429' };
    if (this.#on('refusals') && this.#chance(0.03)) return { instead: failure(request), name: '5xx' };
    if (write && unnamed && this.#on('unnamed-refusals') && this.#chance(0.015)) return { instead: unnamedRefusal(request), name: UNNAMED };
    return null;
  }
}

const isSquare = ({ url }: WireRequest): boolean => url.startsWith(`${ADDRESSES.sandbox}/square`);

const JSON_HEADERS = { 'content-type': 'application/json' };

function squareErrors(status: number, category: string, code: string): WireAnswer {
  return textAnswer(status, JSON.stringify({ errors: [{ category, code, detail: 'simulated' }] }), JSON_HEADERS);
}

function throttled(request: WireRequest): WireAnswer {
  if (isSquare(request)) return squareErrors(429, 'RATE_LIMIT_ERROR', 'RATE_LIMITED');
  return textAnswer(429, JSON.stringify({ errors: 'Exceeded 2 calls per second' }), { ...JSON_HEADERS, 'retry-after': '2.0' });
}

function failure(request: WireRequest): WireAnswer {
  return isSquare(request) ? squareErrors(500, 'API_ERROR', 'INTERNAL_SERVER_ERROR') : textAnswer(503, 'Service Unavailable', {});
}

function unnamedRefusal(request: WireRequest): WireAnswer {
  if (isSquare(request)) return squareErrors(400, 'INVALID_REQUEST_ERROR', 'BAD_REQUEST');
  return shopifyErrors('INTERNAL_ERROR', 'The request could not be processed.');
}

function failedKey(): WireAnswer {
  return shopifyErrors('IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED', 'An earlier attempt with this idempotency key failed; use a new key.');
}

function shopifyErrors(code: string, message: string): WireAnswer {
  const userErrors = [{ field: null, message, code }];
  return textAnswer(
    200,
    JSON.stringify({ data: { inventoryAdjustQuantities: { inventoryAdjustmentGroup: null, userErrors } } }),
    JSON_HEADERS,
  );
}
