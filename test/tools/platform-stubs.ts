import { createServer } from 'node:http';

/** What setup asks of both platforms: Square's webhook subscriptions as its API keeps them, and a Shopify page that asks for the grant. */
export interface PlatformStubs {
  readonly origin: string;
  /** The subscriptions at Square, as stored there. */
  readonly subscriptions: Record<string, unknown>[];
  /** `METHOD /path` of each request, in order. */
  readonly requests: string[];
  stop(): void;
}

/** Starts the stubs. The list of subscriptions does not show signature keys, as Square's does not. */
export async function startPlatforms(): Promise<PlatformStubs> {
  const subscriptions: Record<string, unknown>[] = [];
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const answer = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      requests.push(`${request.method} ${pathname}`);
      if (!pathname.startsWith('/v2/')) return answer(200, {});
      if (!String(request.headers.authorization).startsWith('Bearer EAAA')) return answer(401, { errors: [{ code: 'UNAUTHORIZED' }] });
      const [, , , , id, part] = pathname.split('/');
      if (part === 'signature-key') return answer(200, { signature_key: 'the-next-key' });
      const found = subscriptions.find((one) => one['id'] === id);
      if (id === undefined && request.method === 'GET') {
        return answer(200, { subscriptions: subscriptions.map((one) => ({ ...one, signature_key: undefined })) });
      }
      const given = request.method === 'GET' ? {} : (JSON.parse(Buffer.concat(chunks).toString()) as { subscription: object }).subscription;
      if (request.method === 'POST') subscriptions.push({ id: 'wbhk_1', signature_key: 'key-of-the-subscription', ...given });
      if (request.method === 'PUT' && found !== undefined) Object.assign(found, given);
      return answer(200, { subscription: found ?? subscriptions.at(-1) });
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    origin: `http://localhost:${port}`,
    subscriptions,
    requests,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
