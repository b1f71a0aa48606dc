import type { SideVariant } from '../../domain/catalog/side-variant';
import type { Run, Runs } from './runs';
import { readLine } from './side-line';

/** A line's number among all lines of a run, from 0. */
export type LinePlace = number;

/** One chunk's lines: the number of its first, and where each starts in its text. */
interface Chunk {
  readonly first: LinePlace;
  readonly starts: Int32Array;
}

/** Rereads single lines of a run's chunks, with one chunk's text in memory at a time. */
export class ChunkReader {
  readonly #store: Runs;
  readonly #run: Run;
  readonly #marked: (side: SideVariant) => SideVariant;
  readonly #chunks: Chunk[] = [];
  #count = 0;
  #text = '';
  #textOf = -1;

  /** `marked` adds what the account knows of a variant beside what was read. */
  constructor(store: Runs, run: Run, marked: (side: SideVariant) => SideVariant) {
    this.#store = store;
    this.#run = run;
    this.#marked = marked;
  }

  /** Returns the number of lines of the chunks opened so far. */
  get count(): number {
    return this.#count;
  }

  /** Reads chunk `n`, the next one not yet opened, and passes each of its variants to `each`. */
  open(n: number, each: (side: SideVariant, place: LinePlace) => void): void {
    const text = this.#load(n);
    const starts: number[] = [];
    const first = this.#count;
    for (let start = 0; start < text.length;) {
      const end = text.indexOf('\n', start);
      const line = text.slice(start, end < 0 ? text.length : end);
      starts.push(start);
      each(this.#marked(readLine(this.#run.source, line)), first + starts.length - 1);
      start = end < 0 ? text.length : end + 1;
    }
    this.#chunks.push({ first, starts: Int32Array.from(starts) });
    this.#count += starts.length;
  }

  /** Returns the variants of the lines from `from` up to, not including, `to`. */
  lines(from: LinePlace, to: LinePlace): SideVariant[] {
    return this.at(Array.from({ length: to - from }, (_, index) => from + index));
  }

  /** Returns the variants of these lines; read chunk by chunk, so not in the given order. */
  at(places: readonly LinePlace[]): SideVariant[] {
    const wanted = [...places].sort((a, b) => a - b);
    const found: SideVariant[] = [];
    let n = 0;
    for (const place of wanted) {
      while (n + 1 < this.#chunks.length && (this.#chunks[n + 1]?.first ?? 0) <= place) n += 1;
      const line = this.#line(n, place);
      if (line !== null) found.push(this.#marked(readLine(this.#run.source, line)));
    }
    return found;
  }

  #line(n: number, place: LinePlace): string | null {
    const chunk = this.#chunks[n];
    const start = chunk?.starts[place - chunk.first];
    if (chunk === undefined || start === undefined) return null;
    const next = chunk.starts[place - chunk.first + 1];
    return this.#load(n).slice(start, next === undefined ? undefined : next - 1);
  }

  #load(n: number): string {
    if (this.#textOf !== n) {
      this.#text = this.#store.chunk(this.#run.id, n);
      this.#textOf = n;
    }
    return this.#text;
  }
}
