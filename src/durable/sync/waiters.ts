interface Waiter {
  readonly holds: () => boolean;
  readonly done: () => void;
}

/** Callers that wait for the effect of a turn. */
export class Waiters {
  readonly #waiting = new Set<Waiter>();

  /** Resolves after the first turn in which `holds` is true, at once if it already is; after `ms` with whether it holds then. */
  async until(holds: () => boolean, ms: number): Promise<boolean> {
    if (holds()) return true;
    return new Promise((resolve) => {
      const waiter: Waiter = {
        holds,
        done: () => {
          clearTimeout(timer);
          resolve(true);
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(waiter);
        resolve(holds());
      }, ms);
      this.#waiting.add(waiter);
    });
  }

  /** Checks the waiting callers after a turn. */
  look(): void {
    for (const waiter of this.#waiting) {
      if (!waiter.holds()) continue;
      this.#waiting.delete(waiter);
      waiter.done();
    }
  }
}
