import { env, SELF } from 'cloudflare:test';
import { expect } from 'vitest';

export const APP = 'http://localhost:8787';
export const WORKER = 'http://localhost:8788';
export const SANDBOX = 'http://localhost:8789';

/** A browser for the product and the sandbox, with one cookie jar, because cookies ignore ports. */
export class Browser {
  readonly #cookies = new Map<string, string>();

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Opens a URL and follows its redirects; returns the last response and its URL. */
  async open(address: string): Promise<{ url: string; response: Response }> {
    let url = address;
    for (let hops = 0; hops < 10; hops += 1) {
      const route = url.startsWith(SANDBOX) ? env.SANDBOX : SELF;
      const response = await route.fetch(url, { redirect: 'manual', headers: { cookie: this.cookie, accept: 'text/html' } });
      for (const line of response.headers.getSetCookie()) {
        const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split('=');
        this.#cookies.set(name, value);
      }
      const next = response.headers.get('location');
      if (next === null) return { url, response };
      url = new URL(next, url).href;
      // The other paths of the page's own origin are pages, which are not served here.
      if (/^http:\/\/localhost:8787\/(?:dashboard|onboard|subscription)?(?:\?.*)?$/u.test(url)) return { url, response };
      await response.body?.cancel();
    }
    throw new Error(`${address} leads round in circles`);
  }

  /** Makes a call; the caller states the type of the response. */
  async call<T = unknown>(method: string, body: object = {}): Promise<T> {
    const headers = { 'content-type': 'application/json', origin: APP, cookie: this.cookie };
    const response = await SELF.fetch(`${WORKER}/rpc/${method}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return response.json<T>();
  }
}

/** Changes one of the sandbox's switches. */
export async function control(path: string, method: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await env.SANDBOX.fetch(`${SANDBOX}/control/${path}`, { method, headers, body: JSON.stringify(body) });
  expect(response.status).toBe(200);
  await response.text();
}
