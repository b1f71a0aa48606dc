import { createServer } from 'node:net';

const listen = (port) =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host: 'localhost' }, () => resolve(server));
  });

const close = (server) => new Promise((resolve) => server.close(resolve));

/** Throws when a port is taken, before anything starts: the Workers runtime would wait for it forever, without a message. */
export async function requireFree(ports) {
  for (const port of ports) {
    try {
      await close(await listen(port));
    } catch (error) {
      if (error.code !== 'EADDRINUSE') throw error;
      throw new Error(`port ${port} is taken; stop what uses it, or choose three others: PORT=${ports[0] + 100} npm start`);
    }
  }
}

/** Returns the first of `count` free consecutive ports, for tests and screenshots that run next to a started app. */
export async function findFree(count) {
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
