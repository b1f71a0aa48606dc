import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import ts from 'typescript';
import { afterEach, describe, expect, it } from 'vitest';

import { explain } from '../../scripts/mutants/explain';
import { generateMutants } from '../../scripts/mutants/generate';
import { applyEdit, OPERATORS, type Mutant } from '../../scripts/mutants/mutant';
import { applyPatch } from '../../scripts/mutants/patch';
import { PATCHES } from '../../scripts/mutants/patches';
import { sampleMutants } from '../../scripts/mutants/sample';
import { mutantPlugin } from '../../scripts/mutants/vitest-plugin';
import { root } from '../../scripts/root';

/** Every mutant of a text as "operator: before → after". */
function mutantsOf(source: string): string[] {
  return generateMutants('a.ts', source).map(({ operator, before, after }) => `${operator}: ${before} → ${after}`);
}

describe('the generator', () => {
  it('swaps comparisons and logic, negates operands and skips the last if', () => {
    expect(mutantsOf('function f(a: number): number { if (a < 3 && a !== 0) return 2; return a + 7; }')).toEqual([
      'return-early: if (a < 3 && a !== 0) return 2; → ;',
      'negate-condition: a < 3 → !(a < 3)',
      'swap-comparison: a < 3 → a <= 3',
      'negate-condition: a < 3 && a !== 0 → !(a < 3 && a !== 0)',
      'swap-logic: a < 3 && a !== 0 → a < 3 || a !== 0',
      'swap-comparison: a !== 0 → a === 0',
      'replace-constant: 0 → 1',
      'swap-arithmetic: a + 7 → a - 7',
    ]);
  });

  it('drops statements and empties functions without a result', () => {
    expect(mutantsOf('function f(): void { go(); stop(); }')).toEqual([
      'return-early: { go(); stop(); } → {}',
      'drop-statement: go(); → ;',
      'drop-statement: stop(); → ;',
    ]);
  });

  it('forgets fields and spread parts, but none that is assigned to', () => {
    expect(mutantsOf('const a = { ...b, c: d, e };')).toEqual([
      'forget-field: ...b,  → ',
      'forget-field: c: d,  → ',
      'forget-field: , e → ',
    ]);
    expect(mutantsOf('({ a, b } = c);')).toEqual(['drop-statement: ({ a, b } = c); → ;']);
  });

  it('negates predicates and removes a negation rather than doubling it', () => {
    expect(mutantsOf('const a = b.filter((c) => !c.d);')).toEqual(['negate-condition: !c.d → c.d']);
  });

  it('takes either side of a default, and swaps constants and Math.min', () => {
    expect(mutantsOf('const a = Math.min(b ?? 1, 2);')).toEqual([
      'swap-arithmetic: Math.min → Math.max',
      'drop-default: b ?? 1 → b',
      'drop-default: b ?? 1 → 1',
      'replace-constant: 1 → 0',
    ]);
  });

  it('leaves types and imports alone', () => {
    expect(mutantsOf("import { a } from './b';\ntype C = 0 | 1 | true;\ninterface D { e: false }\nexport type { F } from './g';")).toEqual(
      [],
    );
  });

  it('keeps the id of a mutant while other parts of the file change', () => {
    const [before] = generateMutants('a.ts', 'const f = (a: number) => a + 1;');
    const after = generateMutants('a.ts', 'const other = 5;\n\nconst f = (a: number) => a + 1;');
    expect(after.map(({ id }) => id)).toContain(before?.id);
    const elsewhere = generateMutants('b.ts', 'const f = (a: number) => a + 1;');
    expect(elsewhere.map(({ id }) => id)).not.toContain(before?.id);
  });

  it('gives two identical functions separate mutants, with positions that match the text', () => {
    const source = 'function f(): void {\n  go();\n}\nfunction f(): void {\n  go();\n}\n';
    const mutants = generateMutants('a.ts', source);
    expect(mutants.map(({ line, column }) => [line, column])).toEqual([
      [2, 3],
      [5, 3],
    ]);
    expect(new Set(mutants.map(({ id }) => id)).size).toBe(2);
    for (const mutant of mutants) expect(applyEdit(source, mutant).split('go();')).toHaveLength(2);
  });
});

describe('a hand-written patch', () => {
  const patch = { name: 'p', what: 'w', file: 'a.ts', find: 'b()', replace: 'c()' };

  it('must find its text exactly once', () => {
    expect(applyPatch('a(); b();', patch)).toBe('a(); c();');
    expect(() => applyPatch('a();', patch)).toThrow('patch "p": the text to find occurs 0 times in a.ts, not once: b()');
    expect(() => applyPatch('b(); b();', patch)).toThrow('occurs 2 times');
    expect(() => applyPatch('b();', { ...patch, replace: 'b()' })).toThrow('changes nothing');
  });

  it.each(PATCHES.map((one) => [one.name, one] as const))('%s applies to the shipped code and parses', (_name, one) => {
    const text = applyPatch(readFileSync(join(root, one.file), 'utf8'), one);
    const { diagnostics } = ts.transpileModule(text, { fileName: one.file, reportDiagnostics: true });
    expect(diagnostics).toEqual([]);
  });

  it('has a unique name', () => {
    expect(new Set(PATCHES.map(({ name }) => name)).size).toBe(PATCHES.length);
  });
});

describe('a sample', () => {
  const mutants = ['a.ts', 'b.ts', 'c.ts'].flatMap((file, rank) =>
    OPERATORS.slice(0, 4).flatMap((operator) =>
      Array.from({ length: 10 * (rank + 1) }, (_, start): Mutant => {
        const id = `${file} ${operator} ${start}`;
        return { id, file, operator, line: 1, column: 1, start, end: start, before: '', after: '' };
      }),
    ),
  );

  it('is the same for the same seed, whatever the order, and different for another seed', () => {
    const ids = (list: readonly Mutant[], seed: string): string[] => sampleMutants(list, 24, seed).map(({ id }) => id);
    expect(ids(mutants, 'x')).toEqual(ids(mutants.toReversed(), 'x'));
    expect(ids(mutants, 'x')).not.toEqual(ids(mutants, 'y'));
    expect(new Set(ids(mutants, 'x')).size).toBe(24);
  });

  it('has its share of every file and operator', () => {
    for (const seed of ['x', 'y', 'z']) {
      const drawn = sampleMutants(mutants, 24, seed);
      for (const [file, share] of Object.entries({ 'a.ts': 1, 'b.ts': 2, 'c.ts': 3 })) {
        for (const operator of OPERATORS.slice(0, 4)) {
          expect(drawn.filter((one) => one.file === file && one.operator === operator)).toHaveLength(share);
        }
      }
    }
  });

  it('is everything when there is no more', () => {
    expect(sampleMutants(mutants, 1_000, 'x')).toHaveLength(mutants.length);
  });
});

describe('explanations', () => {
  const [mutant] = generateMutants('a.ts', 'const f = (a: number) => a + 1;');

  it('match by id or by position, and are stale when they match nothing', () => {
    const place = { file: 'a.ts', operator: 'swap-arithmetic', before: 'a  +\n1', after: 'a - 1' } as const;
    const list = [
      { mutant: mutant?.id ?? '', reason: 'by id' },
      { mutant: { ...place, file: 'b.ts' }, reason: 'of another file' },
    ];
    const explained = explain(list, mutant === undefined ? [] : [mutant]);
    expect([...explained.reasons]).toEqual([[mutant?.id, 'by id']]);
    expect(explained.stale.map(({ reason }) => reason)).toEqual(['of another file']);
    expect([...explain([{ mutant: place, reason: 'by place' }], mutant === undefined ? [] : [mutant]).reasons.values()]).toEqual([
      'by place',
    ]);
  });
});

describe('the vitest plugin', () => {
  const textFile = join(tmpdir(), `mutants-${process.pid}.txt`);

  afterEach(() => {
    delete process.env['MUTANT_FILE'];
    delete process.env['MUTANT_TEXT_FILE'];
    rmSync(textFile, { force: true });
  });

  /** What the plugin returns for a file: its text, or null if the file itself is read. */
  function load(file: string): unknown {
    const { load: hook } = mutantPlugin() as { load: (id: string) => unknown };
    return hook(file);
  }

  it('has no effect without the environment', () => {
    expect(load(join(process.cwd(), 'src/domain/quantity.ts'))).toBeNull();
  });

  it('serves the one file with the text that the environment names', () => {
    writeFileSync(textFile, 'export const planted = true;');
    process.env['MUTANT_FILE'] = 'src/domain/quantity.ts';
    process.env['MUTANT_TEXT_FILE'] = textFile;
    const planted = { code: 'export const planted = true;', map: null };
    expect(load(join(process.cwd(), 'src/domain/quantity.ts'))).toEqual(planted);
    expect(load(`${join(process.cwd(), 'src/domain/quantity.ts')}?v=1`)).toEqual(planted);
    expect(load(join(process.cwd(), 'src/domain/source.ts'))).toBeNull();
  });
});
