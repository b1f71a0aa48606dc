import type { InboundEvent } from '../../../src/domain/inbound';
import type { Cloud } from './cloud';
import type { Platform } from './outside';
import { textOf } from './reading';
import type { Owner } from './scheduler';
import type { MemoryDatabase } from './shims/sqlite';
import type { Truth } from './truth';

/** The linked pairs in the account's own table. The only query on the product's tables. */
const LINKED = `select cast(item_id as text) as shopify, variation_id as square, coalesce(shopify_sku, '') as sku from variant
  where item_id is not null and variation_id is not null and shopify_tracked = 1 and square_tracked = 1`;

/** Records after each turn what it has actually changed: stock on the platforms, links in the account. */
export class Observer {
  readonly #cloud: Cloud;
  readonly #truth: Truth;
  readonly #sandbox: MemoryDatabase;
  readonly #say: (line: string) => void;
  readonly #locations: ReadonlySet<string>;
  #lastMove: number;
  #writes = -1;
  /** The events that the current turn has taken in. */
  #reports: InboundEvent[] = [];

  constructor(cloud: Cloud, truth: Truth, sandbox: MemoryDatabase, say: (line: string) => void) {
    this.#cloud = cloud;
    this.#truth = truth;
    this.#sandbox = sandbox;
    this.#say = say;
    this.#locations = new Set(
      sandbox
        .run(
          `select id from (select cast(id as text) as id from shopify_location where shop = 'demo.myshopify.com' and active = 1 order by name limit 1)
           union all select id from (select id from square_location where merchant = 'MLDEMO' order by position limit 1)`,
          [],
        )
        .rows.map(({ id }) => textOf(id)),
    );
    this.#lastMove = Number(sandbox.run('select coalesce(max(n), 0) as n from sim_move', []).rows[0]?.['n'] ?? 0);
    this.#links();
    cloud.account.onAnswer = (method, [, event]) => {
      if (method === 'ingest') this.#reports.push(event as InboundEvent);
    };
    cloud.onStockWrite = () => {
      truth.stockWrites += 1;
    };
  }

  /** Runs after each turn, and after the kill that may have ended it. `mine`: it was the account's turn. */
  after(owner: Owner, { mine, takenBack }: { readonly mine: boolean; readonly takenBack: boolean }): void {
    if (this.#cloud.world.owns(owner)) this.#moves();
    else if (mine && this.#cloud.databases.account.writes !== this.#writes) this.#links();
    if (this.#reports.length > 0) {
      if (!takenBack) for (const event of this.#reports) this.#takenIn(event);
      this.#reports = [];
    }
    this.#cloud.outsideTurn = false;
  }

  #moves(): void {
    const { rows } = this.#sandbox.run('select n, platform, stock, location, delta from sim_move where n > ? order by n', [this.#lastMove]);
    for (const row of rows) {
      this.#lastMove = Number(row['n']);
      const platform: Platform = row['platform'] === 'square' ? 'square' : 'shopify';
      const stock = textOf(row['stock']);
      if (!this.#locations.has(textOf(row['location']))) continue;
      const by = this.#cloud.outsideTurn ? 'outside' : 'app';
      const delta = Number(row['delta']);
      this.#truth.moves.push({ platform, stock, delta, at: this.#cloud.scheduler.now, by });
      if (by === 'app') this.#say(`app moves ${platform} ${stock} by ${delta / 100_000}`);
    }
  }

  #links(): void {
    this.#writes = this.#cloud.databases.account.writes;
    const pairs = this.#cloud.databases.account.run(LINKED, []).rows.map((row) => ({
      shopify: textOf(row['shopify']),
      square: textOf(row['square']),
      sku: textOf(row['sku']),
    }));
    const before = this.#truth.links.filter(({ to }) => to === Infinity).length;
    const known = this.#truth.links.length;
    this.#truth.linked(pairs, this.#cloud.scheduler.now);
    const { links } = this.#truth;
    if (known > 0 && (links.length !== known || links.filter(({ to }) => to === Infinity).length !== before)) {
      const open = links.filter(({ to }) => to === Infinity);
      this.#say(`links: ${open.map(({ shopify, square, sku }) => `${shopify}=${square}(${sku})`).join(' ')}`);
    }
  }

  /** Records that the account has taken in an event: it knows the event's levels from now on. */
  #takenIn(event: InboundEvent): void {
    if (event.kind !== 'levels') return;
    for (const { stockId: stock, at, quantity } of event.levels)
      this.#truth.reported(event.source, { stock, at, quantity }, this.#cloud.scheduler.now);
  }
}
