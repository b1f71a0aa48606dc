/** Runs tasks one at a time, in the order of their calls. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `work` once all earlier work has ended, successfully or not. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(work, work);
    this.#last = mine;
    return mine;
  }
}
