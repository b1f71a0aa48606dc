import { expect, test } from 'vitest';

import { problemOfName, problemOfText, problemsOfFile } from '../../scripts/terms';

test('an old word in any part of a name is refused with the term to use', () => {
  expect(problemOfName('openDoor')).toBe('openDoor has "door"; use "route"');
  expect(problemOfName('TURNSTILE_MS')).toBe('TURNSTILE_MS has "turnstile"; use "mutex"');
  expect(problemOfName('use-mending.ts')).toBe('use-mending.ts has "mending"; use "fixing"');
});

test('a word that only contains one, and an externally fixed name, pass', () => {
  expect(problemOfName('indoorsOnly')).toBeNull();
  expect(problemOfName('recommendation')).toBeNull();
  expect(problemOfName('DOORS')).toBeNull();
});

test('a screen text has no old phrase', () => {
  expect(problemOfText('106 of 134 variants are in step. 28 need you.')).not.toBeNull();
  expect(problemOfText('106 of 134 variants in sync. 28 need attention.')).toBeNull();
});

test('only catalogs are read for texts, and every file for identifiers', () => {
  const source = "const anew = 1;\nexport const text = { lead: 'Kept in step.' };\n";
  expect(problemsOfFile('src/web/a.text.ts', source)).toEqual([
    'src/web/a.text.ts:1: anew has "anew"; use "again"',
    'src/web/a.text.ts:2: "Kept in step." has "in step"',
  ]);
  expect(problemsOfFile('src/web/a.ts', source)).toHaveLength(1);
});
