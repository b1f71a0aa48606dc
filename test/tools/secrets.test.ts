import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { root } from '../../scripts/root';
import { secretsIn } from '../../scripts/secrets';

const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
const files = listed.split('\0').filter(Boolean);
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The settings that are secrets of the Worker. */
const SECRETS = [
  'SHOPIFY_CLIENT_SECRET',
  'SHOPIFY_CLIENT_SECRET_PREVIOUS',
  'SQUARE_APP_TOKEN',
  'SQUARE_CLIENT_SECRET',
  'SQUARE_WEBHOOK_KEY',
  'SQUARE_WEBHOOK_KEY_PREVIOUS',
  'STATUS_SECRET',
  'TOKEN_KEYS',
];

test('a secret is known by its form, and a made-up one is not taken for it', () => {
  const hex = randomBytes(16).toString('hex');
  const long = randomBytes(60).toString('base64url');
  const real = [`shpss_${hex}`, `a shpat_${hex}.`, `sq0csp-${long.slice(0, 43)}`, `EAAA${long.slice(0, 60)}`];
  expect(real.filter((text) => secretsIn(text).length !== 1)).toEqual([]);
  expect(secretsIn(['-----BEGIN', 'PRIVATE KEY-----'].join(' '))).toHaveLength(1);
  expect(secretsIn(`shpss_${'ab'.repeat(16)} shpss_test_secret EAAA${'d'.repeat(60)} sq0csp-`)).toEqual([]);
});

test('no file of the repository holds a secret of a platform', () => {
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => secretsIn(read(file)).length > 0)).toEqual([]);
});

test('no configuration of the Worker in the repository sets a secret', () => {
  const configurations = files.filter((file) => /(?:^|\/)(?:wrangler[^/]*\.toml|[^/]*\.env|\.dev\.vars)[^/]*$/u.test(file));
  expect(configurations).toEqual(expect.arrayContaining(['wrangler.toml', '.dev.vars.example']));
  const set = configurations.flatMap((file) =>
    SECRETS.filter((name) => new RegExp(`^\\s*${name}[ \\t]*=[ \\t]*\\S`, 'mu').test(read(file))),
  );
  expect(set).toEqual([]);
});

test('the settings that are secrets are all known here', () => {
  const source = read('src/platforms/config.ts') + read('src/worker/runtime/config.ts');
  const names = [...source.matchAll(/'([A-Z_]*(?:SECRET|KEYS?|TOKEN)[A-Z_]*)'/gu)].map(([, name = '']) => name);
  // POSTHOG_KEY is sent to every page; ALLOW_TOKEN_REVEAL is a switch.
  expect([...new Set(names)].filter((name) => !['POSTHOG_KEY', 'ALLOW_TOKEN_REVEAL'].includes(name)).toSorted()).toEqual(SECRETS);
});
