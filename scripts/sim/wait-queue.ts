/** A part of what waits, and since when, in ms. */
interface Part {
  at: number;
  units: number;
}

/**
 * What waits to be sent to one side, to measure how long. The oldest is sent first; a return takes back the latest sales that wait, since nobody
 * waits for them any more.
 */
export class WaitQueue {
  #parts: Part[] = [];
  /** The longest that anything has waited before it was sent, in ms. */
  longestMs = 0;

  /** Notes that more waits. */
  add(units: number, at: number): void {
    const left = this.#take(units, -1);
    if (left !== 0) this.#parts.push({ at, units: left });
  }

  /** Notes that so much of it is sent. */
  send(units: number, at: number): void {
    const [first] = this.#parts;
    if (units !== 0 && first !== undefined) this.longestMs = Math.max(this.longestMs, at - first.at);
    this.#take(-units, 0);
  }

  /** Notes that nothing waits any more. */
  clear(): void {
    this.#parts = [];
  }

  /** Takes an amount from the parts of the other sign, the oldest (0) or the latest (-1) first. Returns what is left of it. */
  #take(units: number, end: 0 | -1): number {
    let left = units;
    for (let part = this.#parts.at(end); part !== undefined && part.units * left < 0; part = this.#parts.at(end)) {
      const taken = Math.min(Math.abs(left), Math.abs(part.units)) * Math.sign(left);
      part.units += taken;
      left -= taken;
      if (part.units === 0) this.#parts.splice(end, 1);
    }
    return left;
  }
}
