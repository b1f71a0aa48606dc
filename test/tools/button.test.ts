import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { buttonFor, publicAddress, withButton } from '../../scripts/deploy/button-link';
import { SAMPLE_ORIGIN } from '../../scripts/deploy/production-config';
import { buildsConfig, type RawConfig } from '../../scripts/deploy/workers-builds';
import { root } from '../../scripts/root';
import { readSettings } from '../../scripts/worker-settings';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

describe('the button "Deploy to Cloudflare"', () => {
  test('leads from README.md to a repository at GitHub or GitLab, or to how to make it do so', () => {
    const [, target = ''] = /\[!\[Deploy to Cloudflare\]\([^)]*\)\]\(([^)]*)\)/u.exec(read('README.md')) ?? [];
    if (target.startsWith('https:')) expect(buttonFor(publicAddress(target.split('?url=')[1] ?? ''))).toContain(`(${target})`);
    else expect(target).toBe('docs/deploy.md#the-button');
    expect(read('docs/deploy.md')).toContain('\n## The button\n');
    const written = withButton(read('README.md'), 'https://github.com/me/stock');
    expect(written).toContain('](https://deploy.workers.cloudflare.com/?url=https://github.com/me/stock)');
    expect(withButton(written, 'https://gitlab.com/us/group/stock').replace('gitlab.com/us/group/stock', 'github.com/me/stock')).toBe(
      written,
    );
  });

  test.each([
    ['git@github.com:me/stock.git', 'https://github.com/me/stock'],
    ['ssh://git@gitlab.com/us/group/stock.git', 'https://gitlab.com/us/group/stock'],
    ['https://token@github.com/me/stock.js/', 'https://github.com/me/stock.js'],
  ])('knows %s', (remote, address) => {
    expect(publicAddress(remote)).toBe(address);
  });

  test.each(['https://git.example.com/me/stock', '/srv/stock.git', 'https://github.com/me', 'https://github.com.example.com/me/stock'])(
    'refuses %s',
    (remote) => {
      expect(() => publicAddress(remote)).toThrow(/not a repository at github\.com or gitlab\.com/u);
    },
  );

  test('asks for each required secret, with no value to accept unseen, and says where each comes from', () => {
    const required = readSettings('wrangler.toml').secrets?.required ?? [];
    const asked = read('.dev.vars.example')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(asked).toEqual(required.map((name) => `${name}=`));
    const { cloudflare } = JSON.parse(read('package.json')) as { cloudflare: { bindings: Record<string, { description: string }> } };
    expect(Object.keys(cloudflare.bindings)).toEqual(expect.arrayContaining([...required, 'APP_ORIGIN']));
  });
});

const RAW: RawConfig = {
  name: 'stock',
  workers_dev: false,
  limits: { cpu_ms: 30_000 },
  send_email: [{ name: 'MAIL' }],
  vars: { APP_ORIGIN: 'https://stock.me.workers.dev', WEBHOOK_ORIGIN: SAMPLE_ORIGIN, MAIL_FROM: '' },
  d1_databases: [{ database_id: '22222222-2222-4222-8222-222222222222' }],
};

describe('the configuration in Workers Builds', () => {
  test('has the route of its address, mail where it is sent, and nothing that a plan refuses', () => {
    const config = buildsConfig(RAW);
    expect(config).toEqual({
      name: 'stock',
      workers_dev: true,
      vars: { APP_ORIGIN: 'https://stock.me.workers.dev', WEBHOOK_ORIGIN: 'https://stock.me.workers.dev', MAIL_FROM: '' },
      d1_databases: RAW.d1_databases,
    });
    const own = buildsConfig({ ...RAW, vars: { ...RAW.vars, APP_ORIGIN: 'https://stock.example.com/', MAIL_FROM: 'stock@example.com' } });
    expect(own).toMatchObject({ workers_dev: false, routes: [{ pattern: 'stock.example.com', custom_domain: true }] });
    expect(own['send_email']).toEqual([{ name: 'MAIL' }]);
  });

  test('says what wrangler.toml lacks', () => {
    const sample = { ...RAW, vars: { APP_ORIGIN: SAMPLE_ORIGIN } };
    expect(() => buildsConfig(sample)).toThrow(/APP_ORIGIN = "https:\/\/stock\.YOUR-SUBDOMAIN\.workers\.dev"/u);
    expect(() => buildsConfig({ ...RAW, vars: { APP_ORIGIN: 'stock.example.com' } })).toThrow(/no address such as/u);
    const [database] = readSettings('wrangler.toml').d1_databases;
    expect(() => buildsConfig({ ...RAW, d1_databases: [{ database_id: database?.database_id ?? '' }] })).toThrow(/names no database/u);
  });
});
