import { createServer, request as send, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createGzip } from 'node:zlib';

import { findFree } from '../ports.ts';

/** What Cloudflare's edge compresses on its way to a browser. */
const COMPRESSED = /^(?:text\/|application\/(?:json|javascript)|image\/svg)/u;

/** A server between the browser and the local Worker. */
export interface Edge {
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * Starts a server that stands for Cloudflare's edge in front of the local Worker: page, files, and calls have one origin, so no call
 * needs a preflight, and texts are compressed. The Worker sees the local page's origin, the only one that it accepts.
 */
export async function startEdge(worker: string, page: string): Promise<Edge> {
  const port = await findFree(1);
  const to = new URL(worker);
  const forward = (request: IncomingMessage, response: ServerResponse): void => {
    const { 'accept-encoding': _, ...headers } = request.headers;
    const own = { ...headers, host: to.host, ...(headers.origin === undefined ? {} : { origin: page }) };
    const onward = send({ host: to.hostname, port: to.port, method: request.method, path: request.url, headers: own }, (answer) => {
      const { 'content-length': length, ...rest } = answer.headers;
      if (COMPRESSED.test(answer.headers['content-type'] ?? '') && request.method !== 'HEAD') {
        response.writeHead(answer.statusCode ?? 502, { ...rest, 'content-encoding': 'gzip' });
        answer.pipe(createGzip()).pipe(response);
      } else {
        response.writeHead(answer.statusCode ?? 502, { ...rest, ...(length === undefined ? {} : { 'content-length': length }) });
        answer.pipe(response);
      }
    });
    onward.on('error', (error) => response.writeHead(502).end(error.message));
    request.pipe(onward);
  };
  const server: Server = createServer(forward);
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
