import { createHash } from 'node:crypto';

/** The kinds of change that the generator makes, and `patch` for a hand-written one. */
export const OPERATORS = [
  'drop-statement',
  'negate-condition',
  'swap-comparison',
  'return-early',
  'forget-field',
  'swap-arithmetic',
  'swap-logic',
  'replace-constant',
  'drop-default',
  'patch',
] as const;

export type Operator = (typeof OPERATORS)[number];

/** A replacement of one span of a source text. */
export interface Edit {
  readonly operator: Operator;
  readonly start: number;
  readonly end: number;
  readonly after: string;
}

/** A defect in one shipped file: the text from `start` to `end` is replaced by `after`. */
export interface Mutant extends Edit {
  /** A hash of the enclosing function's text and of the edit, so that edits elsewhere in the file do not change it. */
  readonly id: string;
  /** Relative to the repository, with forward slashes. */
  readonly file: string;
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
  readonly before: string;
}

/** A file with a replaced text. */
export interface Plant {
  readonly file: string;
  readonly text: string;
}

/** Returns the source text with the edit applied. */
export function applyEdit(source: string, { start, end, after }: Pick<Edit, 'start' | 'end' | 'after'>): string {
  return source.slice(0, start) + after + source.slice(end);
}

/** Returns the SHA-256 of the parts, in hexadecimal. */
export function hashOf(...parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('hex');
}

/** Returns a text on one line, cut to `length` characters. */
export function oneLine(text: string, length = 80): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}

/** Describes a mutant on one line: place, operator, before and after. */
export function describeMutant({ file, line, column, operator, before, after }: Mutant): string {
  const next = after.trim() === '' || after === ';' ? '(removed)' : oneLine(after);
  return `${file}:${line}:${column} ${operator}: ${oneLine(before)} → ${next}`;
}
