import { env, SELF } from 'cloudflare:test';
import { expect } from 'vitest';

export const APP = 'http://localhost:8787';
export const WORKER = 'http://localhost:8788';
export const SANDBOX = 'http://localhost:8789';

/** A browser between the product and the sandbox: one jar of cookies, as ports do not matter to them. */
export class Browser {
  readonly #cookies = new Map<string, string>();

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Opens an address and follows where it leads; the last answer, and its address. */
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
      // Every other path of the page's own address is a page, which is not here.
      if (/^http:\/\/localhost:8787\/(?:dashboard|onboard|subscription)?(?:\?.*)?$/u.test(url)) return { url, response };
      await response.body?.cancel();
    }
    throw new Error(`${address} leads round in circles`);
  }

  /** The call's answer; its shape is the caller's word. */
  async call<T = unknown>(method: string, body: object = {}): Promise<T> {
    const headers = { 'content-type': 'application/json', origin: APP, cookie: this.cookie };
    const response = await SELF.fetch(`${WORKER}/rpc/${method}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return response.json<T>();
  }
}

/** Turns one of the sandbox's switches. */
export async function control(path: string, method: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await env.SANDBOX.fetch(`${SANDBOX}/control/${path}`, { method, headers, body: JSON.stringify(body) });
  expect(response.status).toBe(200);
  await response.text();
}
