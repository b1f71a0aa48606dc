import type { Instant } from '../../instant';
import { SOURCES, type Source } from '../../source';
import type { AskedChange } from '../../writers/asked';
import { makerAtShopify, makerAtSquare, OTHERS_WITHIN_MS, type Maker, type MakerAnswer } from '../../writers/maker';
import type { EngineContext, LevelEntry } from './context';
import type { IncomingAnswer, OutgoingRequest } from './effects';

/** After this many readings without an answer about a change, who made it stays unknown. */
const MOST_READS = 4;
/** The pause before another reading, in ms. */
const AGAIN_AFTER_MS = 500;
/** Changes in one call: what one Shopify query may cost allows 100 items with their quantities. */
const CHANGES_PER_READ = 100;
/** The most changes that wait; a test whose change is not asked about goes on without the answer. */
const MOST_WAITING = 500;
/** How long before a change Square's log is read from, in ms. */
const LOG_MARGIN_MS = 1_000;

/** A change that looks copied, of the variant in row `key`. */
interface Asked extends AskedChange {
  readonly key: number;
}

/** Who made a change that was asked about. */
export interface MadeBy {
  readonly key: number;
  readonly id: number;
  readonly maker: Maker;
}

interface Waiting {
  readonly change: Asked;
  readonly stockId: string;
  readonly reads: number;
}

/** The changes of one platform that are asked about: one call at a time. */
interface Side {
  waiting: readonly Waiting[];
  reading: { readonly id: number; readonly asked: readonly Waiting[] } | null;
  notBefore: Instant;
}

/**
 * Asks the platforms who made the changes that look copied, beside the lanes: Shopify's quantities tell orders from adjustments, Square's log names
 * applications. Nothing waits for an answer: without one, a test decides by time alone.
 */
export class MakerReads {
  readonly #context: EngineContext;
  readonly #sides: Record<Source, Side> = { shopify: idle(), square: idle() };

  constructor(context: EngineContext) {
    this.#context = context;
  }

  /** Asks about a change of a variant. */
  want({ stock }: LevelEntry, change: Asked): void {
    const side = this.#sides[change.source];
    const stockId = stock[change.source];
    if (stockId !== null && side.waiting.length < MOST_WAITING) side.waiting = [...side.waiting, { change, stockId, reads: 0 }];
  }

  /** Returns the calls to make now; `nextId` numbers them. */
  plan(nextId: () => number): OutgoingRequest[] {
    const now = this.#context.now();
    return SOURCES.flatMap((source): OutgoingRequest[] => {
      const side = this.#sides[source];
      if (side.reading !== null || side.waiting.length === 0 || now < side.notBefore || !this.#context.connected(source)) return [];
      const asked = side.waiting.slice(0, CHANGES_PER_READ);
      side.waiting = side.waiting.slice(CHANGES_PER_READ);
      const id = nextId();
      side.reading = { id, asked };
      const stockIds = [...new Set(asked.map(({ stockId }) => stockId))];
      const locationId = this.#context.locationId(source);
      if (source === 'shopify') return [{ id, source, kind: 'classify', stockIds, locationId }];
      const since = Math.min(...asked.map(({ change: { at, since: before } }) => Math.min(before ?? at, at - OTHERS_WITHIN_MS)));
      return [{ id, source, kind: 'log', stockIds, locationId, since: since - LOG_MARGIN_MS }];
    });
  }

  /** Handles an answer to a call that `plan` returned. Returns what it tells; that of another call, or of an epoch that has ended, tells nothing. */
  answered(id: number, answer: IncomingAnswer): MadeBy[] {
    const side = SOURCES.map((source) => this.#sides[source]).find(({ reading }) => reading?.id === id);
    if (side === undefined || side.reading === null) return [];
    const { asked } = side.reading;
    side.reading = null;
    const found: MadeBy[] = [];
    for (const one of asked) {
      const maker = makerIn(answer, one);
      const { key, id: number } = one.change;
      if (maker === 'later') {
        if (one.reads + 1 >= MOST_READS) continue;
        side.waiting = [...side.waiting, { ...one, reads: one.reads + 1 }];
        side.notBefore = this.#context.now() + AGAIN_AFTER_MS;
      } else if (maker !== null) found.push({ key, id: number, maker });
    }
    return found;
  }

  /** Returns when a reading is tried again; null when none waits for its time. */
  nextAt(): Instant | null {
    const times = SOURCES.flatMap((source) => {
      const { reading, waiting, notBefore } = this.#sides[source];
      const isFree = reading === null && waiting.length > 0 && this.#context.connected(source);
      return isFree ? [Math.max(notBefore, this.#context.now())] : [];
    });
    return times.length === 0 ? null : Math.min(...times);
  }

  /** Forgets what was asked: the epoch has ended. */
  clear(): void {
    for (const source of SOURCES) this.#sides[source] = idle();
  }
}

function idle(): Side {
  return { waiting: [], reading: null, notBefore: 0 };
}

function makerIn(answer: IncomingAnswer, { change, stockId }: Waiting): MakerAnswer {
  if (answer.kind !== 'classify' && answer.kind !== 'log') return null;
  if (answer.answer === 'later') return 'later';
  return answer.kind === 'classify'
    ? makerAtShopify(change, answer.answer.get(stockId))
    : makerAtSquare(change, answer.answer.get(stockId));
}
