import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { cloneHere, type Clone } from './clone';
import { commandBlocks } from './command-blocks';

const root = resolve(import.meta.dirname, '../..');
const DOCUMENTS = ['README.md', 'docs/deploy.md', 'docs/operations.md'];
const blocks = DOCUMENTS.flatMap((file) => commandBlocks(file, readFileSync(join(root, file), 'utf8')));

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
    ].join('\n');
    expect(commandBlocks('x.md', text)).toEqual([
      { file: 'x.md', line: 3, commands: ['npm run build'], mark: 'run' },
      { file: 'x.md', line: 8, commands: ['npm start'], mark: null },
    ]);
    expect(commandBlocks('x.md', '<!-- not run: needs an account -->\n```sh\na\n```')).toMatchObject([{ mark: 'not run' }]);
    expect(commandBlocks('x.md', '<!-- not run -->\n```sh\na\n```')).toMatchObject([{ mark: null }]);
    expect(commandBlocks('x.md', '```\na\n```')).toMatchObject([{ mark: null }]);
  });
});

describe('every command block of the documents', () => {
  let clone: Clone;
  beforeAll(() => {
    clone = cloneHere();
  });
  afterAll(() => {
    clone.remove();
  });

  test('is run here or says why not', () => {
    expect(blocks.filter(({ mark }) => mark === null).map(({ file, line }) => `${file}:${line}`)).toEqual([]);
    expect(blocks.filter(({ mark }) => mark === 'run').length).toBeGreaterThan(0);
  });

  for (const { file, line, commands } of blocks.filter(({ mark }) => mark === 'run')) {
    test(`${file}:${line} works in a clone without account`, { timeout: 600_000 }, async () => {
      for (const command of commands) {
        const { code, output } = await clone.shell(command);
        expect(output).toMatch(/\S/u);
        expect(code, `${command}\n${output}`).toBe(0);
      }
    });
  }
});
