import { appendFileSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { commandBlocks, DOCUMENTS, undecided } from '../../scripts/docs/blocks';
import { cloneHere, type Clone } from './clone';

const root = resolve(import.meta.dirname, '../..');
const blocks = DOCUMENTS.flatMap((file) => commandBlocks(file, readFileSync(join(root, file), 'utf8')));
const markOf = (text: string): unknown => commandBlocks('x.md', text)[0]?.mark;

describe('command blocks', () => {
  test('are found in every form, with their marks', () => {
    const text = [
      '<!-- run -->',
      '',
      '```sh',
      '# a comment',
      'npm run build',
      '```',
      '',
      '    npm start',
      '',
      '```toml',
      'a = 1',
      '```',
      '~~~console',
      '$ npm test',
      '1 passed',
      '~~~',
    ].join('\n');
    expect(commandBlocks('x.md', text)).toEqual([
      { file: 'x.md', line: 3, commands: ['npm run build'], mark: { kind: 'run' } },
      { file: 'x.md', line: 8, commands: ['npm start'], mark: null },
      { file: 'x.md', line: 13, commands: ['npm test'], mark: null },
    ]);
  });

  test('have a mark only where it says what is done, or why nothing is', () => {
    const block = '\n```sh\na\n```';
    expect(markOf(`<!-- run in an account -->${block}`)).toEqual({ kind: 'run in an account' });
    expect(markOf(`<!-- run until "Ctrl-C" -->${block}`)).toEqual({ kind: 'run until', text: 'Ctrl-C' });
    expect(markOf(`<!-- not run: needs a browser -->${block}`)).toEqual({ kind: 'not run', reason: 'needs a browser' });
    for (const mark of ['not run', 'not run:', 'not run: ', 'run until ""', 'ran', ''])
      expect(markOf(`<!-- ${mark} -->${block}`)).toBeNull();
    expect(markOf(`<!-- run -->\n\nSomething between.\n${block}`)).toBeNull();
    expect(markOf('```\na\n```')).toBeNull();
  });

  test('of the documents are all decided', () => {
    expect(undecided(blocks)).toEqual([]);
    // The blocks that nothing here can run; each one more must be worth it.
    expect(
      blocks.filter(({ mark }) => mark?.kind === 'not run').flatMap(({ commands }) => commands.map((line) => line.replace(/\s+#.*/u, ''))),
    ).toEqual(['npm test', 'npx wrangler login', 'npx @shopify/cli@latest app deploy']);
  });
});

describe('npm run docs:commands', () => {
  let clone: Clone;
  beforeAll(() => {
    clone = cloneHere();
  });
  afterAll(() => {
    clone.remove();
  });

  test('fails on a block that is neither run nor marked, and names it', async () => {
    const list = (): ReturnType<Clone['run']> => clone.run(['scripts/docs/run.ts', '--list']);
    const well = await list();
    expect(well.output).toContain(`${blocks.length} blocks: ${blocks.length - 3} run, 3 marked with why not`);
    expect(well.code).toBe(0);
    appendFileSync(join(clone.folder, 'docs/operations.md'), '\n```sh\nnpm run no-such-command\n```\n');
    const planted = await list();
    const line = readFileSync(join(clone.folder, 'docs/operations.md'), 'utf8').split('\n').indexOf('npm run no-such-command');
    expect(planted.output).toContain(`docs/operations.md:${line}: no mark before this block`);
    expect(planted.code).toBe(1);
  });

  test('runs what works in a clone without an account', async () => {
    const [block] = blocks.filter(({ mark }) => mark?.kind === 'run');
    const { code, output } = await clone.shell(block?.commands.join('\n') ?? '');
    expect(output).toContain('Dry run: nothing was sent anywhere.');
    expect(code, output).toBe(0);
  });
});
