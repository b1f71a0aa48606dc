import { sharedChange } from '../../src/domain/history/oversell';
import type { LedgerChange } from '../../src/domain/writers/logged-change';
import { judgeNamed } from '../../src/domain/writers/named';
import { APPS, BEGINNING_MS } from './platform';
import type { Random } from './random';
import type { RivalWorld } from './rival-world';

/** How often Square's log of a variant is read that another app changes, in ms: as often as the account does that suspects one. */
const EVERY_MS = 120_000;
const NOBODY: ReadonlySet<string> = new Set();

/**
 * Reads Square's log every two minutes where it names another app, and judges it as shipped. When the account asks for it is its own matter, and
 * proven by the simulation of the whole object.
 */
export class NameLooks {
  readonly #world: RivalWorld;
  readonly #changes: LedgerChange[] = [];
  isSuspected = false;
  /** When another app was first suspected or held, by its name or by the engine, in ms since the beginning; null: never. */
  suspectedAt: number | null = null;
  /** When the log named it first: the account lists it at once among the apps that change stock. In ms since the beginning; null: never. */
  listedAt: number | null = null;

  constructor(world: RivalWorld) {
    this.#world = world;
    world.account.heard = (_key, fact) => {
      const change = sharedChange(0, BEGINNING_MS + world.agenda.now, fact);
      if (change?.source === 'shopify') this.#changes.push(change);
    };
  }

  /** Plans all looks until `end` (ms), the first at any moment. */
  begin(random: Random, end: number): void {
    for (let at = random.between(0, EVERY_MS); at < end; at += EVERY_MS) {
      this.#world.agenda.at(at, () => {
        this.#look();
      });
    }
  }

  #look(): void {
    const { account, agenda } = this.#world;
    const log = this.#world.squareLog();
    if (!account.writers.isHeld(0) && log.some(({ app }) => app !== null)) {
      const judged = judgeNamed({ changes: this.#changes, log, now: BEGINNING_MS + agenda.now, trusted: NOBODY });
      if (judged !== null) this.#world.trace?.(() => `${judged.app.name} is ${judged.state}`);
      this.isSuspected ||= judged?.state === 'suspected';
      if (judged?.state === 'held') account.hold(0);
    }
    if (log.some(({ app }) => app?.id === APPS.app.id)) this.listedAt ??= agenda.now;
    if (this.isSuspected || account.writers.isHeld(0) || account.writers.isSuspected(0)) this.suspectedAt ??= agenda.now;
  }
}
