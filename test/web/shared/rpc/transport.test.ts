import { afterEach, describe, expect, it, vi } from 'vitest';

import { SessionClient } from '../../../../src/gen/sh/session_pb.client';
import { rpcBase } from '../../../../src/web/shared/rpc/origin';
import { createTransport } from '../../../../src/web/shared/rpc/transport';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('rpcBase', () => {
  it.each([
    ['http:', 'localhost', '8787', 'http://localhost:8788/rpc'],
    ['https:', 'app.example.com', '', 'https://app.example.com/rpc'],
    ['https:', 'app.example.com', '8443', 'https://app.example.com:8444/rpc'],
  ])('%s//%s port %s', (protocol, hostname, port, expected) => {
    expect(rpcBase({ protocol, hostname, port })).toBe(expected);
  });
});

describe('the page’s transport', () => {
  it('posts JSON with the cookie and the page’s account to the method’s path', async () => {
    const seen: { url: string; init: RequestInit }[] = [];
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      seen.push({ url, init });
      return Response.json({ shopify_domain: 'demo.myshopify.com', from_the_future: 1 });
    });
    let shown = '';
    const client = new SessionClient(createTransport('http://localhost:8788/rpc', () => shown));
    const session = await client.getSessionData({}).response;
    expect(session.shopifyDomain).toBe('demo.myshopify.com');
    expect(seen[0]?.url).toBe('http://localhost:8788/rpc/sh.Session/GetSessionData');
    expect(seen[0]?.init).toMatchObject({ method: 'POST', credentials: 'include', body: '{}' });
    expect(new Headers(seen[0]?.init.headers).get('content-type')).toBe('application/json');
    expect(new Headers(seen[0]?.init.headers).has('x-account-id')).toBe(false);
    shown = '7';
    await client.test({}).response;
    expect(new Headers(seen[1]?.init.headers).get('x-account-id')).toBe('7');
  });
});
