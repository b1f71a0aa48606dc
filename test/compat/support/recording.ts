import { env } from 'cloudflare:test';
import { expect } from 'vitest';

const FILES = import.meta.glob('../../fixtures/{wire,data}/*.json', { query: '?raw', import: 'default', eager: true });

/** Headers of an answer by name, in alphabetical order. */
export type HeaderSet = Readonly<Record<string, string>>;

/** A normalized request and its answer. */
export interface Exchange {
  readonly name: string;
  readonly request: {
    readonly as: string;
    readonly method: string;
    readonly path: string;
    readonly headers?: HeaderSet;
    readonly body?: unknown;
  };
  readonly answer: {
    readonly status: number;
    /** The index of a set in `headers.json`; the headers themselves when no set equals them. */
    readonly headers: HeaderSet | number;
    readonly location?: string;
    readonly cookies?: readonly string[];
    readonly body?: unknown;
  };
}

/** User-facing texts, by their position in an answer. */
type Texts = Readonly<Record<string, string>>;

/** What a run writes, from nothing to everything; it compares the rest. `all` also stores new rows and new answers of the platforms. */
const MODES = ['', 'texts', 'answers', 'all'] as const;

const mode = MODES.findIndex((one) => one === env.WIRE_RECORD);
if (mode === -1) throw new Error(`WIRE_RECORD must be texts, answers, or all, not ${env.WIRE_RECORD}`);

const records = (one: (typeof MODES)[number]): boolean => mode >= MODES.indexOf(one);

/** Values that fit into this many characters stay on one line. */
const WIDTH = 140;

/** Formats a value as JSON. Values at `depth` are on one line each, whatever their length. */
function pretty(value: unknown, depth: number, indent = ''): string {
  const flat = JSON.stringify(value);
  if (depth === 0 || typeof value !== 'object' || value === null || indent.length + flat.length <= WIDTH) return flat;
  const inner = `${indent} `;
  const parts = Array.isArray(value)
    ? value.map((one) => pretty(one, depth - 1, inner))
    : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${pretty(one, depth - 1, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
}

/** A value on as many lines as it needs to be compared by eye. */
const lines = (value: unknown): string => pretty(value, Number.POSITIVE_INFINITY);

/** At which depth the values of a fixture are on one line each: exchanges, their texts, stored rows. */
const DEPTHS: Readonly<Record<string, number>> = { texts: 2, dump: Number.POSITIVE_INFINITY };

/** A folder of `test/fixtures`: recordings that a run compares with, or writes. */
export class Fixtures {
  readonly #folder: 'wire' | 'data';
  readonly #recordings: Recording[] = [];
  readonly #headers: HeaderSet[];

  constructor(folder: 'wire' | 'data') {
    this.#folder = folder;
    this.#headers = records('answers') ? [] : this.read<HeaderSet[]>('headers', []);
  }

  /** Whether this run starts from new rows instead of stored ones. */
  get recordsRows(): boolean {
    return records('all');
  }

  /** The value of a fixture; `none` when the file does not exist. */
  read<T>(file: string, none: T): T {
    const text = FILES[`../../fixtures/${this.#folder}/${file}.json`];
    return text === undefined ? none : (JSON.parse(text) as T);
  }

  /** Writes a fixture. Works within a test only, and only in a run that records. */
  async write(file: string, value: unknown): Promise<void> {
    await expect(`${pretty(value, DEPTHS[file] ?? 1)}\n`).toMatchFileSnapshot(`../fixtures/${this.#folder}/${file}.json`);
  }

  /** Compares a value with a fixture, or writes it. */
  async compare(file: string, value: unknown): Promise<void> {
    if (records('answers')) await this.write(file, value);
    else expect(lines(value), `differs from ${this.#folder}/${file}.json`).toBe(lines(this.read(file, null)));
  }

  /** Opens the recording in one file. */
  recording(file: string): Recording {
    const recording = new Recording(this, file);
    this.#recordings.push(recording);
    return recording;
  }

  /** The exchanges of this run so far, of all recordings. */
  exchanges(): readonly Exchange[] {
    return this.#recordings.flatMap(({ exchanges }) => exchanges);
  }

  /** The index of a set of headers; a run that records adds a new set. */
  headersOf(headers: HeaderSet): HeaderSet | number {
    const text = JSON.stringify(headers);
    const known = this.#headers.findIndex((set) => JSON.stringify(set) === text);
    if (known !== -1) return known;
    return records('answers') ? this.#headers.push(headers) - 1 : headers;
  }

  /** Compares the user-facing texts, or writes them and the sets of headers. Call it after all recordings are finished. */
  async finish(): Promise<void> {
    const texts = Object.fromEntries(this.#recordings.map((recording) => [recording.file, recording.texts]));
    if (records('texts')) await this.write('texts', texts);
    else expect(lines(texts), `texts for people differ from ${this.#folder}/texts.json`).toBe(lines(this.read('texts', {})));
    if (records('answers')) await this.write('headers', this.#headers);
  }
}

/** The exchanges of one file, in order. */
export class Recording {
  readonly file: string;
  readonly exchanges: Exchange[] = [];
  readonly texts: Record<string, Texts> = {};
  readonly fixtures: Fixtures;
  readonly #stored: ReadonlyMap<string, Exchange>;

  constructor(fixtures: Fixtures, file: string) {
    this.fixtures = fixtures;
    this.file = file;
    this.#stored = new Map(fixtures.read<Exchange[]>(file, []).map((one) => [one.name, one]));
  }

  /** Compares an exchange with the recorded one; a run that records keeps it for `finish`. */
  take(taken: Exchange, texts: Texts): void {
    const { name, answer } = taken;
    const headers = typeof answer.headers === 'number' ? answer.headers : this.fixtures.headersOf(answer.headers);
    const exchange = { ...taken, answer: { ...answer, headers } };
    expect(
      this.exchanges.map((one) => one.name),
      'each exchange has a name of its own',
    ).not.toContain(name);
    this.exchanges.push(exchange);
    if (Object.keys(texts).length > 0) this.texts[name] = texts;
    if (records('answers')) return;
    const stored = this.#stored.get(name);
    expect(stored, `${this.file}.json has no exchange "${name}"; WIRE_RECORD=answers records it`).toBeDefined();
    expect(lines(exchange), `the exchange "${name}" differs from ${this.file}.json`).toBe(lines(stored));
  }

  /** Writes the recording, or fails when the run left out a recorded exchange. */
  async finish(): Promise<void> {
    if (records('answers')) await this.fixtures.write(this.file, this.exchanges);
    else expect(this.exchanges.map(({ name }) => name)).toEqual([...this.#stored.keys()]);
  }
}
