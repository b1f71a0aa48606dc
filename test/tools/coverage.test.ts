import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { root } from '../../scripts/root';

const SPEC = 'docs/spec';
const INDEX = 'README.md';

/** A rule of the specification. */
interface Rule {
  /** The page that states it, within docs/spec. */
  readonly page: string;
  /** For example, INV-4. */
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

/** A row of docs/coverage.md. */
interface Row {
  /** The page of the specification that the heading above it links to. */
  readonly page: string;
  /** Id and name of the rule. */
  readonly rule: string;
  readonly where: string;
  readonly test: string;
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The items of the lists of a page, each in one line. */
function itemsOf(page: string): string[] {
  const items: string[] = [];
  let open = false;
  for (const line of read(join(SPEC, page)).split('\n')) {
    if (line.startsWith('- ')) items.push(line.slice(2));
    else if (open && line.startsWith('  ')) items.push(`${items.pop() ?? ''} ${line.trim()}`);
    open = line !== '' && !line.startsWith('#');
  }
  return items;
}

/** Reads a list item as a rule; null for one that has no id, name and text. */
function readRule(page: string, item: string): Rule | null {
  const [, id = '', name = '', text = ''] = /^\*\*([A-Z]{3}-[1-9]\d*) ([^*]+)\.\*\* (.+)$/u.exec(item) ?? [];
  return text === '' ? null : { page, id, name, text };
}

/** The rows of all tables of docs/coverage.md. */
function readRows(): Row[] {
  const rows: Row[] = [];
  let page = '';
  for (const line of read('docs/coverage.md').split('\n')) {
    if (line.startsWith('## ')) page = /\(spec\/([^)]+)\)$/u.exec(line)?.[1] ?? '';
    else if (line.startsWith('|') && !/^\| (?:rule|-)/u.test(line)) {
      const [rule = '', where = '', test = ''] = line
        .split(/(?<!\\)\|/u)
        .slice(1, -1)
        .map((cell) => cell.trim());
      rows.push({ page, rule, where, test });
    }
  }
  return rows;
}

/** The files that a table cell names. */
const filesOf = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/gu)].map(([, file = '']) => file);

/** What is missing in a row; '' if it is complete. */
function gapOf({ rule, where, test }: Row): string {
  const tests = filesOf(test).filter((file) => /\.test\.tsx?$/u.test(file));
  const absent = [...filesOf(where).map((file) => join('src', file)), ...filesOf(test).map((file) => join('test', file))].filter(
    (file) => !existsSync(join(root, file)),
  );
  if (absent.length > 0) return `${rule} (there is no ${absent.join(', ')})`;
  if (filesOf(where).length === 0) return `${rule} (nowhere)`;
  return tests.length === 0 ? `${rule} (no test)` : '';
}

const pages = readdirSync(join(root, SPEC))
  .filter((file) => file !== INDEX)
  .sort();
const rules = pages.flatMap((page) => itemsOf(page).map((item) => readRule(page, item) ?? { page, id: '', name: item, text: '' }));
const rows = readRows();
const nameOf = ({ id, name }: Rule): string => `${id} ${name}`;
const prefixOf = (id: string): string => id.split('-', 1)[0] ?? '';

describe('the rules of docs/spec', () => {
  it('have an id, a name and a text each', () => {
    expect(rules.filter(({ id }) => id === '').map(({ page, name }) => `${page}: ${name}`)).toEqual([]);
    expect(rules.length).toBeGreaterThan(300);
  });

  it('are numbered once, in ascending order, with a prefix unique to their page', () => {
    const prefixes = pages.map((page) => new Set(rules.filter((rule) => rule.page === page).map(({ id }) => prefixOf(id))));
    expect(prefixes.filter((of) => of.size !== 1)).toEqual([]);
    expect(new Set(prefixes.flatMap((of) => [...of])).size).toBe(pages.length);
    for (const page of pages) {
      const numbers = rules.filter((rule) => rule.page === page).map(({ id }) => Number(id.split('-', 2)[1]));
      expect(numbers, page).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    }
  });

  it('refer to rules that exist', () => {
    const ids = new Set(rules.map(({ id }) => id));
    // Other words, such as SHA-256, also have this form: only our prefixes count.
    const anyId = new RegExp(String.raw`\b(?:${[...new Set([...ids].map(prefixOf))].join('|')})-\d+\b`, 'gu');
    const named = rules.flatMap(({ text }) => text.match(anyId) ?? []);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((id) => !ids.has(id))).toEqual([]);
  });

  it('are on pages that the index lists', () => {
    const listed = [...read(join(SPEC, INDEX)).matchAll(/^\| \[[^\]]+\]\(([^)]+)\)/gmu)].map(([, page = '']) => page);
    expect(listed.sort()).toEqual(pages);
  });
});

describe('docs/coverage.md', () => {
  it.each(pages)('has each rule of %s once, by its id and name, and no other', (page) => {
    const covered = rows.filter((row) => row.page === page).map(({ rule }) => rule);
    expect(covered).toEqual(rules.filter((rule) => rule.page === page).map(nameOf));
  });

  it('has no row without a rule', () => {
    expect(rows.filter(({ page }) => !pages.includes(page))).toEqual([]);
    expect(rows.length).toBe(rules.length);
  });

  it.each(pages)('names for each rule of %s existing code and an existing test', (page) => {
    expect(
      rows
        .filter((row) => row.page === page)
        .map(gapOf)
        .filter((gap) => gap !== ''),
    ).toEqual([]);
  });
});
