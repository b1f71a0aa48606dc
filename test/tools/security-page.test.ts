import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { root } from '../../scripts/root';

/** The rows that the page must have; a row that goes is removed here too. */
const ROWS = { W: 6, O: 7, C: 5, B: 3, T: 4, K: 4, A: 3, L: 6 };

/** A line of docs/security.md. */
interface Line {
  readonly id: string;
  readonly text: string;
}

/** A test that a line names. */
interface NamedTest {
  readonly file: string;
  readonly title: string;
}

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The lines of a page, each as one text. */
function linesOf(page: string): Line[] {
  const items = page.split(/^- \*\*/mu).slice(1);
  return items.map((item) => {
    const [, id = '', text = ''] = /^(\w+)\*\* ([\s\S]*?)(?:\n\n|\n*$)/u.exec(item) ?? [];
    return { id, text: text.replaceAll(/\s+/gu, ' ').trim() };
  });
}

/** The files that a text names, in backticks. */
const filesOf = (text: string): string[] =>
  [...text.matchAll(/`([^`\s]*\/[^`\s]*|wrangler\.toml|\.oxlintrc\.json)`/gu)].map(([, file = '']) => file);

/** The tests that a line names: a file, then the titles in it. */
function testsOf({ text }: Line): NamedTest[] {
  const [, named = ''] = / Test: (.*)$/u.exec(text) ?? [];
  return [...named.matchAll(/`(test\/[^`]+)`([^`]*)/gu)].flatMap(([, file = '', titles = '']) =>
    [...titles.matchAll(/“([^”]+)”/gu)].map(([, title = '']) => ({ file, title })),
  );
}

/** Whether a test file has a test of exactly this title. */
const hasTitle = (source: string, title: string): boolean =>
  [`'${title.replaceAll("'", "\\'")}'`, `"${title}"`, `\`${title}\``].some((literal) => source.includes(literal));

const page = read('docs/security.md');
const lines = linesOf(page);

describe('docs/security.md', () => {
  it('has every row once, in order', () => {
    const wanted = Object.entries(ROWS).flatMap(([letter, count]) => Array.from({ length: count }, (_, n) => `${letter}${n + 1}`));
    expect(lines.map(({ id }) => id)).toEqual(wanted);
  });

  it('names only files that exist', () => {
    expect(
      lines.flatMap(({ id, text }) => filesOf(text).map((file) => ({ id, file }))).filter(({ file }) => !existsSync(join(root, file))),
    ).toEqual([]);
  });

  it.each(lines)('$id names where it is done, and its tests by their titles, or says that it is not met', (line) => {
    const tests = testsOf(line);
    expect(filesOf(line.text).filter((file) => !file.startsWith('test/'))).not.toEqual([]);
    if (tests.length === 0) expect(line.text).toContain('Not met: ');
    expect(tests.filter(({ file, title }) => !existsSync(join(root, file)) || !hasTitle(read(file), title))).toEqual([]);
    // Each test file that is named has a title, and nothing after `Test:` is lost.
    const files = filesOf(line.text).filter((file) => file.startsWith('test/'));
    expect(files.filter((file) => !tests.some((test) => test.file === file))).toEqual([]);
  });
});

describe('the check of the page', () => {
  it('finds a title that no test has, and a title that only begins like one', () => {
    const [line] = linesOf(
      '- **W1** Does it. `a/b.ts`. Test: `test/x.test.ts` “one”,\n  “two words”; `test/y.test.ts` “three”.\n\n## Next\n',
    );
    expect(line?.id).toBe('W1');
    expect(line === undefined ? [] : testsOf(line)).toEqual([
      { file: 'test/x.test.ts', title: 'one' },
      { file: 'test/x.test.ts', title: 'two words' },
      { file: 'test/y.test.ts', title: 'three' },
    ]);
    expect(hasTitle("it('one more', () => {})", 'one')).toBe(false);
    expect(hasTitle("it('it\\'s one', () => {})", "it's one")).toBe(true);
  });
});
