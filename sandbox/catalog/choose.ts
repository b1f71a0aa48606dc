import { generatedCatalog } from './generated';
import type { SandboxCatalog } from './shape';
import { smallCatalog } from './small';

/** Which catalog the sandbox gets on a reset. */
export type CatalogChoice = 'small' | { readonly variants: number; readonly seed: number; readonly stock?: number };

/** The most variants a generated catalog may have. */
const MAX_VARIANTS = 100_000;

type Parsed = { readonly ok: true; readonly value: CatalogChoice } | { readonly ok: false; readonly reason: string };

const refuse = (reason: string): Parsed => ({ ok: false, reason });

/** Parses {variants, seed}. */
function parseGenerated(choice: object): Parsed {
  const variants: unknown = 'variants' in choice ? choice.variants : undefined;
  const seed: unknown = 'seed' in choice ? choice.seed : 1;
  if (typeof variants !== 'number' || !Number.isInteger(variants) || variants < 1 || variants > MAX_VARIANTS) {
    return refuse(`catalogue.variants must be a whole number from 1 to ${MAX_VARIANTS}`);
  }
  if (typeof seed !== 'number' || !Number.isSafeInteger(seed)) return refuse('catalogue.seed must be a whole number');
  return { ok: true, value: { variants, seed } };
}

/** Parses the body of `/control/reset`. */
export function parseCatalogChoice(body: unknown): Parsed {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return refuse('the body must be a JSON object');
  const unknown = Object.keys(body).find((name) => name !== 'catalogue');
  if (unknown !== undefined) return refuse(`unknown field ${unknown}; known: catalogue`);
  const choice: unknown = 'catalogue' in body ? body.catalogue : 'small';
  if (choice === 'small') return { ok: true, value: 'small' };
  if (typeof choice !== 'object' || choice === null) return refuse('catalogue must be "small" or {variants, seed}');
  return parseGenerated(choice);
}

/** Returns the chosen catalog. */
export function catalogFor(choice: CatalogChoice): SandboxCatalog {
  return choice === 'small' ? smallCatalog() : generatedCatalog(choice.variants, choice.seed, choice.stock);
}
