import type { Instant } from '../../domain/instant';
import { describeFailure } from '../../platforms/failure';
import { SQUARE_TEAM_SCOPE } from '../../platforms/square/scopes';
import { readTeam } from '../../platforms/square/team';
import type { Calls } from '../account/calls';
import type { Host } from '../account/host';
import type { Connections } from '../connections/connections';
import type { Meta } from '../store/meta';

/** How long names are believed, in ms: people rarely change theirs. */
const KEPT_MS = 7 * 86_400_000;
/** How soon the team is read again for an unknown ID, or after a failure, in ms. */
const AGAIN_MS = 86_400_000;

/** Where the names are stored. */
const NAME = 'team';

/** What `TeamNames` needs from its account. */
export interface TeamHost {
  readonly meta: Meta;
  readonly calls: Calls;
  now(): Instant;
  /** Returns the scopes that the seller granted. */
  scopes(): readonly string[];
  note(message: string): void;
}

interface Stored {
  readonly triedAt: Instant;
  readonly readAt: Instant;
  readonly names: Readonly<Record<string, string>>;
}

/** Names by ID, and the number of calls that reading them took. */
export interface FoundNames {
  readonly names: ReadonlyMap<string, string>;
  readonly calls: number;
}

/**
 * The names of the seller's team members, where the merchant lets us read them: stored, and read again once a week, or once a day while an ID
 * is unknown. Without the scope nothing is asked, and what was stored is deleted.
 */
export class TeamNames {
  readonly #host: TeamHost;

  constructor(host: TeamHost) {
    this.#host = host;
  }

  /** Returns the names of these team members, as far as they are known. */
  async namesOf(ids: readonly string[]): Promise<FoundNames> {
    const { meta } = this.#host;
    if (ids.length === 0) return { names: new Map(), calls: 0 };
    const stored = meta.read<Stored>(NAME);
    if (!this.#isGranted()) {
      if (stored !== null) meta.remove(NAME);
      return { names: new Map(), calls: 0 };
    }
    const now = this.#host.now();
    const known = new Map(Object.entries(stored?.names ?? {}));
    if (stored !== null && !isDue(stored, ids, now)) return { names: known, calls: 0 };
    const read = await this.#host.calls.square(readTeam);
    // The scope may have been withdrawn meanwhile, with the connection.
    if (!this.#isGranted()) return { names: new Map(), calls: 1 };
    if (!read.ok) {
      this.#host.note(`team members: ${describeFailure(read.error)}`);
      meta.write(NAME, { readAt: 0, names: {}, ...stored, triedAt: now } satisfies Stored);
      return { names: known, calls: 1 };
    }
    meta.write(NAME, { triedAt: now, readAt: now, names: Object.fromEntries(read.value.names) } satisfies Stored);
    return read.value;
  }

  #isGranted(): boolean {
    return this.#host.scopes().includes(SQUARE_TEAM_SCOPE);
  }

  /** Deletes the names: another seller is connected. */
  forget(): void {
    this.#host.meta.remove(NAME);
  }
}

/** The parts of an account that names are read with. */
interface TeamAccount {
  readonly host: Host;
  readonly meta: Meta;
  readonly calls: Calls;
  readonly connections: Connections;
}

/** Creates the `TeamNames` of an account. */
export function openTeamNames({ host, meta, calls, connections }: TeamAccount): TeamNames {
  return new TeamNames({
    meta,
    calls,
    now: () => host.now(),
    scopes: () => connections.view('square').grantedScopes,
    note: (message) => {
      host.note(message, 'info');
    },
  });
}

function isDue({ triedAt, readAt, names }: Stored, ids: readonly string[], now: Instant): boolean {
  const isMissing = now - readAt >= KEPT_MS || ids.some((id) => !Object.hasOwn(names, id));
  return isMissing && now - triedAt >= AGAIN_MS;
}
