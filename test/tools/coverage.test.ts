import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { root } from '../../scripts/root.mjs';

/** The parts of the page, one a document: their rows must be whole. */
const PARTS: readonly string[] = ['The merchant’s product', 'The operators’ area and the protocol'];

interface Row {
  readonly part: string;
  readonly section: string;
  readonly statement: string;
  readonly where: string;
  readonly test: string;
  readonly remark: string;
}

/** The rows of all tables of a page, with the headings above them. */
function rowsOf(page: string): Row[] {
  const rows: Row[] = [];
  let [part, section] = ['', ''];
  for (const line of page.split('\n')) {
    if (line.startsWith('## ')) [part, section] = [line.slice(3), ''];
    else if (line.startsWith('### ')) section = line.slice(4);
    else if (line.startsWith('|') && !/^\| (?:statement|-)/u.test(line)) {
      const [statement = '', where = '', test = '', remark = ''] = line
        .split(/(?<!\\)\|/u)
        .slice(1, -1)
        .map((cell) => cell.trim());
      rows.push({ part, section, statement, where, test, remark });
    }
  }
  return rows;
}

/** The files that a cell names. */
const filesOf = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/gu)].map(([, file = '']) => file);

/** What is missing in a row; '' when it is whole. */
function gapOf({ section, statement, where, test }: Row): string {
  const named = `${section}: ${statement}`;
  const tests = filesOf(test).filter((file) => /\.test\.tsx?$/u.test(file));
  const absent = [...filesOf(where).map((file) => join('src', file)), ...filesOf(test).map((file) => join('test', file))].filter(
    (file) => !existsSync(join(root, file)),
  );
  if (absent.length > 0) return `${named} (there is no ${absent.join(', ')})`;
  if (filesOf(where).length === 0 || /not built/iu.test(where)) return `${named} (nowhere)`;
  if (tests.length === 0 || /no test/iu.test(test)) return `${named} (no test)`;
  return '';
}

describe('what the specifications ask for', () => {
  const rows = rowsOf(readFileSync(join(root, 'docs/coverage.md'), 'utf8'));

  it.each(PARTS)('lives somewhere and is held by a test, statement by statement: %s', (part) => {
    const asked = rows.filter((row) => row.part === part);
    expect(asked.length).toBeGreaterThan(150);
    expect(asked.map(gapOf).filter((gap) => gap !== '')).toEqual([]);
  });

  it('is told once, in short words that can be found', () => {
    const names = rows.map(({ part, section, statement }) => `${part}, ${section}: ${statement}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(rows.filter(({ statement }) => statement === '')).toEqual([]);
  });
});
