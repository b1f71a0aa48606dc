import { ADDRESSES, type Network } from './network';

/** A merchant's browser: follows redirects between app and platforms, with one cookie jar. */
export class Browser {
  readonly #network: Network;
  readonly #cookies = new Map<string, string>();

  constructor(network: Network) {
    this.#network = network;
  }

  /**
   * Opens an address and follows redirects until a page of the app. Call it within a turn of the caller. Throws when a page is an error.
   */
  async follow(address: string): Promise<void> {
    let url = address;
    for (let hops = 0; hops < 10; hops += 1) {
      const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await this.#network.fetch(url, { headers: { cookie, accept: 'text/html', host: new URL(ADDRESSES.app).host } });
      for (const line of response.headers.getSetCookie()) {
        const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split('=');
        this.#cookies.set(name, value);
      }
      const text = await response.text();
      if (response.status >= 400) throw new Error(`${url} answered ${response.status}: ${text.slice(0, 300)}`);
      const location = response.headers.get('location');
      if (location === null) return;
      url = new URL(location, url).href;
      if (/^http:\/\/localhost:8787\/(?:dashboard|onboard)?$/u.test(url)) return;
    }
    throw new Error(`${address} redirects in circles`);
  }
}
