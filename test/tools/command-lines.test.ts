import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { cloneHere, type Clone, type Ended } from './clone';
import { freePort } from './deployed-worker';

let clone: Clone;
beforeAll(() => {
  clone = cloneHere();
});
afterAll(() => {
  clone.remove();
});

/** Runs a command in a clone in which nothing was set up, with no Cloudflare to reach. No command may print a stack. */
async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const ended = await clone.run(args, { CLOUDFLARE_API_BASE_URL: 'http://localhost:9', ...env });
  expect(ended.output).not.toMatch(/^ {4}at /mu);
  return ended;
}

afterEach(() => {
  const made = ['.production', 'wrangler.production.toml', 'shopify.app.toml'].filter((name) => existsSync(join(clone.folder, name)));
  expect(made).toEqual([]);
});

describe('--help', () => {
  test.each([
    ['scripts/deploy/setup.ts', ['--dry-run', '--address', '--account', '--var']],
    ['scripts/deploy/run.ts', ['--dry-run', '--skip-checks']],
    ['scripts/deploy/rotate.ts', ['token-keys', '--drop', 'finish shopify-secret']],
    ['scripts/doctor.ts', ['--production', '--vars', 'PORT=9000 npm run doctor']],
    ['scripts/customers.ts', ['COUNT']],
  ])('%s lists what may be given, and does nothing', async (script, words) => {
    const { code, output } = await run([script, '--help']);
    expect(code).toBe(0);
    expect(output).toMatch(/^npm run (?:setup|deploy|rotate|doctor|customers) -- /u);
    for (const word of words) expect(output).toContain(word);
    const wrong = await run([script, '--no-such-option']);
    expect(wrong).toEqual({ code: 1, output: "Unknown option '--no-such-option'; --help lists the options\n" });
  });
});

describe('where nothing was set up', () => {
  test('a wrong answer stops the dry run of setup before it builds', async () => {
    const { code, output } = await run(['scripts/deploy/setup.ts', '--dry-run', '--plan', 'pro']);
    expect(code).toBe(1);
    expect(output).toMatch(/^These answers are wrong:\n {2}PLAN: it must be paid or free \(--plan, or PLAN in the environment\)\n/u);
    const service = await run(['scripts/deploy/setup.ts', '--dry-run', '--var', 'LAG_P95_MS=1m']);
    expect(service.output).toMatch(/^The Worker would refuse these settings:\n {2}LAG_P95_MS is malformed/u);
    expect(existsSync(join(clone.folder, 'dist'))).toBe(false);
  });

  test('a dry run of setup shows what it would do with what is given, and leaves nothing behind', { timeout: 300_000 }, async () => {
    const before = readdirSync(clone.folder);
    const args = ['--dry-run', '--address', 'stock.example.com', '--billing', 'shopify', '--plan', 'free'];
    const { code, output } = await run(['scripts/deploy/setup.ts', ...args]);
    expect(code, output).toBe(0);
    expect(output).toMatch(/^Not answered: ADMIN_SHOPS \(--operators\), SHOPIFY_CLIENT_ID.*\nBuilding …\nSetup would then/u);
    expect(output).toContain('each merchant pays $');
    expect(output).toContain('Warning: run a service on the paid plan');
    expect(output).toMatch(/Dry run: nothing was sent anywhere\.\n$/u);
    expect(readdirSync(clone.folder).filter((name) => !before.includes(name) && !['dist', '.wrangler', '.config'].includes(name))).toEqual(
      [],
    );
  });

  test('deploy says so before its checks, which take half a minute', async () => {
    const { code, output } = await run(['scripts/deploy/run.ts']);
    expect(code).toBe(1);
    expect(output).toMatch(
      /^\S+setup\.json does not say what to deploy: run npm run setup first, once for this installation, until it ends\n$/u,
    );
  });

  test('rotate says what may be rotated, and to run setup', async () => {
    const none = await run(['scripts/deploy/rotate.ts']);
    expect(none.code).toBe(1);
    expect(none.output).toMatch(
      /^npm run rotate -- WHAT, where WHAT is\n {2}token-keys [\s\S]*\nsay what to rotate\nthere is no wrangler\.production\.toml: .*; run npm run setup\n$/u,
    );
    const nonsense = await run(['scripts/deploy/rotate.ts', 'nonsense']);
    expect(nonsense.output).toMatch(/^npm run rotate[\s\S]*\nthere is no "nonsense" to rotate\nthere is no .*; run npm run setup\n$/u);
    const known = await run(['scripts/deploy/rotate.ts', 'token-keys']);
    expect(known.output).toBe('there is no wrangler.production.toml: nothing was set up from this clone; run npm run setup\n');
  });
});

describe('while the app does not run here', () => {
  test('the doctor says how to start it', async () => {
    const { code, output } = await run(['scripts/doctor.ts']);
    expect(code).toBe(1);
    expect(output).toBe('nothing was started here yet: run npm start; to install it in your Cloudflare account, run npm run setup\n');
  });

  test('the doctor says in one line that nothing answers, and checks as soon as something does', async () => {
    mkdirSync(join(clone.folder, 'data'));
    writeFileSync(join(clone.folder, 'data/.dev.vars'), 'STATUS_SECRET="status"\n');
    const port = await freePort();
    const env = { DATA_DIR: 'data', PORT: String(port) };
    const stopped = await run(['scripts/doctor.ts'], env);
    expect(stopped).toEqual({
      code: 1,
      output: `nothing answers at http://localhost:${port}: run npm start, or give the PORT that it runs with (PORT=9000 npm run doctor)\n`,
    });
    const page = createServer((_request, response) => response.end('another page'));
    await new Promise<void>((resolve) => page.listen(port, 'localhost', resolve));
    const started = await run(['scripts/doctor.ts'], env);
    page.close();
    expect(started.output).toMatch(/^FIX {3}the Worker answers: http:\/\/localhost:\d+\/healthz cannot be reached/mu);
    expect(started.output).toMatch(/^FIX {3}the page is served, under its security policy: .* is not the page/mu);
  });

  test('the doctor and customers refuse a PORT or a count that is none', async () => {
    const refused = { code: 1, output: "PORT must be a number from 1024 to 65533, not 'abc'\n" };
    expect(await run(['scripts/doctor.ts'], { PORT: 'abc' })).toEqual(refused);
    expect(await run(['scripts/customers.ts'], { PORT: 'abc' })).toEqual(refused);
    for (const count of ['many', '0'])
      expect((await run(['scripts/customers.ts', count])).output).toBe(`COUNT must be a whole number from 1 to 100000, not '${count}'\n`);
  });

  test('customers says so in one line', async () => {
    const { code, output } = await run(['scripts/customers.ts', '3'], { PORT: String(await freePort()) });
    expect(code).toBe(1);
    expect(output).toMatch(/^is the app running \(npm start, with the same PORT\)\? .+\n$/u);
  });
});

describe('linking', () => {
  test.each([
    [['--csv'], "Option '--csv <value>' argument missing"],
    [['--csv', 'nowhere.csv'], "ENOENT: no such file or directory, open 'nowhere.csv'"],
    [['--csv', 'README.md'], "README.md: the column 'Handle' is missing: this is not Shopify's product CSV"],
    [['--shops', '1e99'], '--shops is a whole number from 1 to 10000'],
    [['--seed', 'one'], '--seed is a whole number'],
  ])('%j is refused in one line', async (args, line) => {
    expect(await run(['scripts/linking.ts', ...args])).toEqual({ code: 1, output: `${line}\n` });
  });
});
