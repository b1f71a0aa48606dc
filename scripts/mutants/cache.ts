import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

import type { Outcome } from './stage';

/**
 * Stores outcomes by a hash of everything that decides them, one JSON line each, so that an interrupted hunt continues where it stopped.
 */
export class OutcomeCache {
  readonly #file: string;
  readonly #outcomes = new Map<string, Outcome>();

  constructor(file: string) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
    for (const line of readLines(file)) {
      const entry = parse(line);
      if (entry !== null) this.#outcomes.set(entry.key, entry.outcome);
    }
  }

  get(key: string): Outcome | undefined {
    return this.#outcomes.get(key);
  }

  /** Stores an outcome. The outcome of a broken stage is not stored, so that the next hunt tries again. */
  put(key: string, outcome: Outcome): void {
    if (outcome.kind === 'invalid') return;
    this.#outcomes.set(key, outcome);
    appendFileSync(this.#file, `${JSON.stringify({ key, outcome } satisfies Entry)}\n`);
  }
}

interface Entry {
  readonly key: string;
  readonly outcome: Outcome;
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** Parses one line; a line cut off by an interruption counts as absent. */
function parse(line: string): Entry | null {
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return null;
  }
}
