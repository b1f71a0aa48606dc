import { describe, expect, it } from 'vitest';

import { useSandbox, type Json } from './running-sandbox';

const sandbox = await useSandbox();

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** The rows of the page for a search. */
async function rows(search: string, owner = 'demo') {
  const { body } = await sandbox.call('GET', `/floor/state?owner=${owner}&search=${encodeURIComponent(search)}`);
  return Array.isArray(body['rows']) ? body['rows'].filter(isRecord) : [];
}

async function onlyRow(search: string, owner = 'demo') {
  const [row = {}, ...more] = await rows(search, owner);
  expect(more).toEqual([]);
  const side = (name: string) => (isRecord(row[name]) ? row[name] : {});
  return { shopify: side('shopify'), square: side('square') };
}

const post = (kind: string, body: unknown, owner = 'demo') => sandbox.call('POST', `/floor/${kind}?owner=${owner}`, body);

describe('the shop floor', () => {
  it('serves the page, its style and its scripts, and nothing inline', async () => {
    const page = await fetch(`${sandbox.origin}/`);
    const html = await page.text();
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(html).not.toMatch(/\son\w+=|<script>|<style>|style=/u);
    const wanted = ['/floor/floor.css', '/floor/floor.js'];
    for (const path of wanted) expect(html).toContain(path);
    for (const path of wanted) {
      const file = await fetch(sandbox.origin + path);
      expect(file.headers.get('content-type')).toContain(path.endsWith('.css') ? 'text/css' : 'text/javascript');
      wanted.push(
        ...[...(await file.text()).matchAll(/from '\.(\/[\w.]+)'/gu)]
          .map(([, name]) => `/floor${name ?? ''}`)
          .filter((name) => !wanted.includes(name)),
      );
    }
    expect(wanted.length).toBeGreaterThan(8);
  });

  it('adds a product on both shelves, sells, restocks and recounts it on either side', async () => {
    const product = { platforms: ['shopify', 'square'], title: 'Paper <kite>', sku: 'KITE-1', price: 1250, quantity: 8 };
    expect((await post('add', product)).status).toBe(200);
    const { shopify, square } = await onlyRow('kite-1');
    expect([shopify['quantity'], square['quantity']]).toEqual([8, 8]);
    expect((await post('change', { platform: 'square', id: square['id'], delta: -2.5 })).status).toBe(200);
    expect((await post('change', { platform: 'shopify', id: shopify['id'], delta: 4 })).status).toBe(200);
    let now = await onlyRow('kite');
    expect([now.shopify['quantity'], now.square['quantity']]).toEqual([12, 5.5]);
    expect((await post('change', { platform: 'shopify', id: shopify['id'], set: 3 })).status).toBe(200);
    expect((await post('change', { platform: 'square', id: square['id'], set: 0 })).status).toBe(200);
    now = await onlyRow('kite');
    expect([now.shopify['quantity'], now.square['quantity']]).toEqual([3, 0]);
    expect((await post('rename', { platform: 'square', productId: square['productId'], title: 'Paper dragon' })).status).toBe(200);
    now = await onlyRow('KITE-1');
    expect([now.shopify['productTitle'], now.square['productTitle']]).toEqual(['Paper <kite>', 'Paper dragon']);
  });

  it('works on the selected shop', async () => {
    const product = { platforms: ['shopify', 'square'], title: 'Elsewhere', sku: 'ELSE-1', price: 100, quantity: 1 };
    await post('add', product, 'second');
    expect(await rows('ELSE-1')).toEqual([]);
    const { shopify, square } = await onlyRow('ELSE-1', 'second');
    expect([shopify['quantity'], square['quantity']]).toEqual([1, 1]);
  });

  it('omits the shelves while nothing changes, and starts over after a reset', async () => {
    const first = await sandbox.call('GET', '/floor/state');
    const last = Number(first.body['last']);
    const quiet = await sandbox.call('GET', `/floor/state?since=${last}&shelves=known`);
    expect(quiet.body).toMatchObject({ log: [], last });
    expect(quiet.body).not.toHaveProperty('rows');
    await sandbox.reset({ catalogue: 'small' });
    const again = await sandbox.call('GET', `/floor/state?since=${last + 1000}&shelves=known`);
    expect(again.body).toMatchObject({ restarted: true });
    expect(again.body).toHaveProperty('rows');
  });

  it.each([
    ['change', { platform: 'amazon', id: 'x', delta: 1 }, 400],
    ['change', { platform: 'square', id: 'x', delta: 1, set: 1 }, 400],
    ['change', { platform: 'shopify', id: 'x', delta: 0.5 }, 400],
    ['change', { platform: 'square', id: 'NOWHERE', delta: 1 }, 409],
    ['rename', { platform: 'square', productId: 'NOWHERE', title: 'New' }, 409],
    ['rename', { platform: 'square', productId: 'x', title: ' ' }, 400],
    ['add', { platforms: [], title: 'x', sku: '', price: 1, quantity: 1 }, 400],
    ['add', { platforms: ['square'], title: 'x', sku: '', price: -1, quantity: 1 }, 400],
    ['steal', {}, 400],
    ['change', 'no JSON', 400],
  ])('refuses %s of %j', async (kind, body, status) => {
    const answer = await post(kind, body);
    expect(answer.status).toBe(status);
    expect(answer.body['error']).toBeTypeOf('string');
  });

  it('rejects form posts, which another page could send', async () => {
    const answer = await sandbox.call('POST', '/floor/change', 'platform=square', { 'content-type': 'text/plain' });
    expect(answer.status).toBe(415);
  });
});
