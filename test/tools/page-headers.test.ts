import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { root } from '../../scripts/root';

const [everywhere = ''] = readFileSync(join(root, 'src/web/public/_headers'), 'utf8').split(/^(?=\S)/mu);
const headers = new Map([...everywhere.matchAll(/^ +([\w-]+): (.+)$/gmu)].map(([, name = '', value = '']) => [name.toLowerCase(), value]));

test('every file of the page is served with a policy that allows no inline script, no frame, and no foreign host but pictures', () => {
  expect(everywhere.startsWith('/*\n')).toBe(true);
  const policy = Object.fromEntries(
    (headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );
  expect(policy).toEqual({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'https://cdn.shopify.com', 'https://items-images-production.s3.us-west-2.amazonaws.com'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    // A form may lead to the shop, which may send the browser on to sign in.
    'form-action': ["'self'", 'https://*.myshopify.com', 'https://admin.shopify.com', 'https://accounts.shopify.com'],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
  });
});

test('every file of the page is served over HTTPS alone, with its stated type, and names no address to other sites in full', () => {
  expect(Object.fromEntries(headers)).toMatchObject({
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
  });
});

test('the page has no inline script', () => {
  const page = readFileSync(join(root, 'src/web/index.html'), 'utf8');
  const scripts = [...page.matchAll(/<script([^>]*)>([^<]*)<\/script>/gu)];
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter(([, attributes = '', text = '']) => text !== '' || !/ src="\//u.test(attributes))).toEqual([]);
  expect(page).not.toMatch(/\son\w+=|<style|style=|javascript:/u);
});
