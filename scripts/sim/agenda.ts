/** Runs events in order of time; events with equal times run in the order in which they were planned. */
export class Agenda {
  readonly #heap: { at: number; order: number; run: () => void }[] = [];
  #order = 0;
  now = 0;

  /** Plans `run` at a time (ms), but not before now. */
  at(time: number, run: () => void): void {
    this.#order += 1;
    const item = { at: Math.max(time, this.now), order: this.#order, run };
    this.#heap.push(item);
    let index = this.#heap.length - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!before(this.#heap[index], this.#heap[parent])) break;
      this.#swap(index, parent);
      index = parent;
    }
  }

  /** Plans `run` after `delay` ms. */
  in(delay: number, run: () => void): void {
    this.at(this.now + delay, run);
  }

  /** Runs everything up to and including `end` (ms), then stays at that time. */
  runUntil(end: number): void {
    for (let next = this.#heap[0]; next !== undefined && next.at <= end; next = this.#heap[0]) {
      this.#pop();
      this.now = next.at;
      next.run();
    }
    this.now = Math.max(this.now, end);
  }

  #pop(): void {
    const last = this.#heap.pop();
    if (last === undefined || this.#heap.length === 0) return;
    this.#heap[0] = last;
    for (let index = 0; ;) {
      const left = 2 * index + 1;
      const right = left + 1;
      let least = index;
      if (before(this.#heap[left], this.#heap[least])) least = left;
      if (before(this.#heap[right], this.#heap[least])) least = right;
      if (least === index) return;
      this.#swap(index, least);
      index = least;
    }
  }

  #swap(a: number, b: number): void {
    const first = this.#heap[a];
    const second = this.#heap[b];
    if (first === undefined || second === undefined) return;
    this.#heap[a] = second;
    this.#heap[b] = first;
  }
}

type Item = { at: number; order: number } | undefined;

function before(a: Item, b: Item): boolean {
  if (a === undefined || b === undefined) return false;
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}
