import { createServer, type Server } from 'node:net';

import { codeOf } from './failure.ts';

const listen = (port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host: 'localhost' }, () => resolve(server));
  });

const close = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

/** Throws when a port is taken, before anything starts: the Workers runtime would wait for it forever, without a message. */
export async function requireFree(ports: readonly number[]): Promise<void> {
  for (const port of ports) {
    try {
      await close(await listen(port));
    } catch (error) {
      if (codeOf(error) !== 'EADDRINUSE') throw error;
      const other = Math.min(...ports) + 100;
      throw new Error(`port ${port} is taken; stop what uses it, or choose three others: PORT=${other} npm start`, { cause: error });
    }
  }
}

/** Returns the first of `count` free consecutive ports, for tests and screenshots that run next to a started app. */
export async function findFree(count: number): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const first = 20_000 + Math.floor(Math.random() * 10_000);
    try {
      await requireFree(Array.from({ length: count }, (_, index) => first + index));
      return first;
    } catch {
      // Taken: try other ports.
    }
  }
  throw new Error(`found no ${count} free ports in a row`);
}
