import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

import type { Outcome } from './stage';

/** Outcomes by a hash of all that decides them, one JSON line each; a hunt that was interrupted goes on where it was. */
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

  /** Keeps an outcome. The outcome of a broken stage is not kept: the next hunt tries again. */
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

/** A line that was cut off by an interruption counts as absent. */
function parse(line: string): Entry | null {
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return null;
  }
}
