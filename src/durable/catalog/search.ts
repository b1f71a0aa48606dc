import type { Database } from '../store/database';

/** Rows per block of text: bounds what is joined at once. */
const BLOCK_ROWS = 5_000;

/** Number of searches that are cached until the catalog changes. */
const KEPT_SEARCHES = 8;

type TextRow = {
  readonly key: number;
  readonly shopify_product: string | null;
  readonly shopify_name: string | null;
  readonly shopify_sku: string | null;
  readonly square_product: string | null;
  readonly square_name: string | null;
  readonly square_sku: string | null;
  readonly shopify_barcode: string | null;
  readonly square_barcode: string | null;
};

/** The lowercase texts of some rows, concatenated. */
interface Block {
  readonly text: string;
  /** Where each row's text ends. */
  readonly ends: Int32Array;
}

/**
 * Finds rows by words of their product, variant, SKU, and barcode, on either side. The texts stay in memory after the first search: a database scan
 * costs 30 ms per hundred thousand rows and folds the case of ASCII letters only.
 */
export class Search {
  readonly #db: Database;
  #blocks: readonly Block[] | null = null;
  #generation = -1;
  readonly #results = new Map<string, Uint8Array>();

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Returns a 1 at the position, ordered by key, of each row that contains all words of `query`, ignoring case; null when the query has
   * none. `generation` identifies the state of the catalog, `size` is the number of its rows.
   */
  find(query: string, generation: number, size: number): Uint8Array | null {
    const words = wordsOf(query);
    if (words.length === 0) return null;
    if (generation !== this.#generation) {
      this.#blocks = null;
      this.#results.clear();
      this.#generation = generation;
    }
    const name = words.join(' ');
    const known = this.#results.get(name);
    if (known !== undefined) return known;
    this.#blocks ??= readBlocks(this.#db);
    const found = matchAll(this.#blocks, words, size);
    const oldest = this.#results.size >= KEPT_SEARCHES ? this.#results.keys().next().value : undefined;
    if (oldest !== undefined) this.#results.delete(oldest);
    this.#results.set(name, found);
    return found;
  }
}

function wordsOf(query: string): string[] {
  return [...new Set(query.toLowerCase().split(/[\s\0]+/u))].filter((word) => word !== '').sort();
}

function readBlocks(db: Database): Block[] {
  const blocks: Block[] = [];
  for (let after = -1; ;) {
    const rows = db.rows<TextRow>(
      `select key, shopify_product, shopify_name, shopify_sku, square_product, square_name, square_sku,
        shopify_barcode, square_barcode
        from variant where key > ? order by key limit ${BLOCK_ROWS}`,
      after,
    );
    const last = rows.at(-1);
    if (last === undefined) return blocks;
    after = last.key;
    const ends = new Int32Array(rows.length);
    let length = 0;
    const texts = rows.map((row, at) => {
      const text = textOf(row);
      length += text.length;
      ends[at] = length;
      return text;
    });
    blocks.push({ text: texts.join(''), ends });
  }
}

/** Returns each distinct text once, each ended by a character that no search word contains. */
function textOf(row: TextRow): string {
  const { shopify_product, shopify_name, shopify_sku, shopify_barcode, square_product, square_name, square_sku, square_barcode } = row;
  const texts = new Set([
    shopify_product,
    shopify_name,
    shopify_sku,
    square_product,
    square_name,
    square_sku,
    shopify_barcode,
    square_barcode,
  ]);
  return `${[...texts].filter((text) => text !== null && text !== '').join('\n')}\0`.toLowerCase();
}

function matchAll(blocks: readonly Block[], words: readonly string[], size: number): Uint8Array {
  const found = new Uint8Array(size).fill(1);
  for (const word of words) {
    let start = 0;
    for (const block of blocks) {
      keepMatches(block, word, found.subarray(start, start + block.ends.length));
      start += block.ends.length;
    }
  }
  return found;
}

/** Clears the mark of each row of the block that does not contain the word. */
function keepMatches({ text, ends }: Block, word: string, marks: Uint8Array): void {
  let at = 0;
  for (let hit = text.indexOf(word); hit >= 0; hit = text.indexOf(word, ends[at - 1] ?? 0)) {
    while ((ends[at] ?? Number.MAX_SAFE_INTEGER) <= hit) {
      marks[at] = 0;
      at += 1;
    }
    at += 1;
  }
  marks.fill(0, at);
}
