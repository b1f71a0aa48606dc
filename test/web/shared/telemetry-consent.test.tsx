import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { aSession } from '../support/builders';
import { hasNo, pressFound, sees, has } from '../support/page';

interface Sent {
  readonly url: string;
  readonly body: string;
}

let sent: Sent[] = [];

// Each test needs fresh modules: the state of the third parties lives as long as the page.
async function open(info: object, session = aSession(), path = '/nothing-here') {
  const { openApp } = await import('../support/render-app');
  openApp(path, { GetAppInfo: () => ({ billingMode: 'shopify', version: '1.0.1', ...info }), GetSessionData: () => session });
}

const chatScripts = () => [...document.head.querySelectorAll('script')].filter(({ src }) => src.includes('crisp'));

beforeEach(() => {
  sent = [];
  vi.resetModules();
  vi.stubGlobal('fetch', async (url: string, init: { body: string }) => {
    sent.push({ url, body: init.body });
    return new Response('');
  });
  // Scripts that the page adds must not be fetched.
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) if (node instanceof Element) node.setAttribute('type', 'text/plain');
    for (const node of nodes) if (node instanceof Element) document.head.appendChild(node);
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  for (const script of chatScripts()) script.remove();
  delete window.$crisp;
});

describe('third parties', () => {
  it('are not contacted when nothing is configured', async () => {
    await open({});
    await waitFor(() => expect(document.title).toContain('404'));
    expect(sent).toEqual([]);
    expect(chatScripts()).toEqual([]);
    expect(window.$crisp).toBeUndefined();
  });

  it('receive analytics with the shop domain when a key is set', async () => {
    await open({ posthogKey: 'phc_1', posthogHost: 'https://ph.example.com' });
    await waitFor(() => expect(sent.map(({ url }) => url)).toEqual(['https://ph.example.com/e/']), { timeout: 180_000 });
    const events = JSON.parse(sent[0]?.body ?? '[]') as { event: string; properties: Record<string, unknown> }[];
    expect(events.find(({ event }) => event === '$identify')?.properties).toMatchObject({ distinct_id: 'demo.myshopify.com' });
  });

  it('receive account name, email and shop domain in the chat', async () => {
    await open({ chatWidgetId: 'widget-1' });
    await waitFor(() => expect(chatScripts()).toHaveLength(1));
    expect(window.CRISP_WEBSITE_ID).toBe('widget-1');
    const said = JSON.stringify(window.$crisp);
    for (const word of ['owner@example.com', 'Harbour & Pine', 'demo.myshopify.com']) expect(said).toContain(word);
  });

  it('offer the chat in onboarding and help once its script is loaded', async () => {
    await open({ chatWidgetId: 'widget-1' }, aSession(), '/help');
    await waitFor(() => expect(chatScripts()).toHaveLength(1));
    hasNo('button', 'Chat With Us');
    chatScripts()[0]?.dispatchEvent(new Event('load'));
    await pressFound('Chat With Us');
    expect(JSON.stringify(window.$crisp)).toContain('chat:open');
    window.history.pushState({}, '', '/onboard');
    window.dispatchEvent(new PopStateEvent('popstate'));
    await sees("You're ready to rock!");
    has('button', 'Chat With Us');
  });

  it('do not load the chat while impersonating', async () => {
    await open({ chatWidgetId: 'widget-1' }, aSession({ impersonatorDomain: 'operator.myshopify.com', isAdmin: true }));
    await waitFor(() => expect(document.title).toContain('404'));
    expect(chatScripts()).toEqual([]);
    expect(window.$crisp).toBeUndefined();
  });
});
