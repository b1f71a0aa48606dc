import type { MailText } from '../../../src/worker/runtime/mail';
import type { Cloud } from './cloud';
import { textOf } from './reading';

/** When something became of a variant's case, by the clock of the simulation, in ms; null while it has not. */
export interface SeenCase {
  listedAt: number | null;
  heldAt: number | null;
  /** What Square's log, or the test by silence, has proven; '' while nothing is. */
  proof: string;
  /** As stored now: `suspected`, `held`, `settled`, and so on; '' when there is none any more. */
  state: string;
  /** How many more changes on Square the case stated than the app had made there, at most. */
  overcounted: number;
}

/** An alert as D1 stores it; times in ms since 1970. */
export interface SeenAlert {
  readonly kind: string;
  readonly raisedAt: number;
  /** When the merchant was mailed; null while they were not. */
  readonly toldAt: number | null;
}

/** Records what the account finds out about other apps, and whom it tells. */
export class RivalWatch {
  readonly cases = new Map<string, SeenCase>();
  /** When an app was first listed among those that change stock at Square, in ms; null while none is. */
  writerListedAt: number | null = null;
  readonly #cloud: () => Cloud;
  readonly #copiesOf: (sku: string) => number;
  readonly #say: (line: string) => void;
  #writes = -1;

  /** `copiesOf`: how many changes of a variant the app has made on Square. */
  constructor(cloud: () => Cloud, copiesOf: (sku: string) => number, say: (line: string) => void) {
    this.#cloud = cloud;
    this.#copiesOf = copiesOf;
    this.#say = say;
  }

  /** Takes a mail that the Worker sends; D1 states when it was. */
  mailed(mail: MailText): void {
    this.#say(`mail to ${mail.to}: ${mail.subject}`);
  }

  /** Reads the cases, if the account has written anything since. Call it after each of its turns. */
  look(): void {
    const { databases, scheduler } = this.#cloud();
    if (databases.account.writes === this.#writes) return;
    this.#writes = databases.account.writes;
    const { rows } = databases.account.run(
      `select state, json_extract(body, '$.sku') as sku, json_extract(body, '$.proof') as proof,
        json_extract(body, '$.copied.square.count') as copies from writer_case`,
      [],
    );
    if (this.writerListedAt === null && this.#listsWriter()) this.writerListedAt = scheduler.now;
    const stored = new Set(rows.map(({ sku }) => textOf(sku)));
    for (const [sku, one] of this.cases) if (!stored.has(sku)) one.state = '';
    for (const row of rows) {
      const sku = textOf(row['sku']);
      const known = this.cases.get(sku) ?? { listedAt: null, heldAt: null, proof: '', state: '', overcounted: 0 };
      this.cases.set(sku, known);
      const state = textOf(row['state']);
      if (known.state !== state) this.#say(`case of ${sku}: ${state}`);
      known.state = state;
      known.proof = textOf(row['proof']);
      known.overcounted = Math.max(known.overcounted, Number(row['copies'] ?? 0) - this.#copiesOf(sku));
      if (state === 'held') known.heldAt ??= scheduler.now;
      if (state === 'held' || state === 'suspected') known.listedAt ??= scheduler.now;
    }
  }

  #listsWriter(): boolean {
    const { rows } = this.#cloud().databases.account.run(
      "select json_array_length(value, '$.writers') as listed from meta where name = 'writers'",
      [],
    );
    return Number(rows[0]?.['listed'] ?? 0) > 0;
  }

  /** Returns the variants that are, or were, on hold. */
  held(): string[] {
    return [...this.cases].flatMap(([sku, { heldAt }]) => (heldAt === null ? [] : [sku]));
  }

  /** Returns when the first variant was put on hold, in ms; null when none was. */
  firstHeldAt(): number | null {
    const times = [...this.cases.values()].flatMap(({ heldAt }) => heldAt ?? []);
    return times.length === 0 ? null : Math.min(...times);
  }

  /** Returns the alerts that were raised since a time. */
  alerts(since: number): SeenAlert[] {
    const { rows } = this.#cloud().databases.shared.run(
      'select kind, raised_at, merchant_told_at from alerts where raised_at >= ? order by id',
      [since],
    );
    return rows.map((row) => ({
      kind: textOf(row['kind']),
      raisedAt: Number(row['raised_at']),
      toldAt: row['merchant_told_at'] === null ? null : Number(row['merchant_told_at']),
    }));
  }
}
