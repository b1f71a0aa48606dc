import { createServer, type IncomingMessage } from 'node:http';

/** A request on its way to the platform. */
export interface Passing {
  readonly path: string;
  readonly method: string;
  /** The body; '' for none. */
  readonly text: string;
}

/** A platform's answer on its way back. */
export interface Passed {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Sends a request on to the platform, as it is or changed. */
export type Forward = (request: Passing) => Promise<Passed>;

/** What the proxy does with each request. */
export type Change = (request: Passing, forward: Forward) => Promise<Passed>;

/** A proxy that runs. */
export interface Proxy {
  readonly origin: string;
  stop(): Promise<void>;
}

const UNSENT = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding', 'keep-alive']);

async function readText(stream: IncomingMessage): Promise<string> {
  let text = '';
  stream.setEncoding('utf8');
  for await (const chunk of stream) text += String(chunk);
  return text;
}

/** Starts a proxy before a server on this machine, which changes what passes through it. */
export async function startProxy(target: string, change: Change): Promise<Proxy> {
  let origin = '';
  const server = createServer((incoming, outgoing) => {
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).flatMap(([name, value]) => (UNSENT.has(name) || value === undefined ? [] : [[name, String(value)]])),
    );
    const forward: Forward = async ({ path, method, text }) => {
      const answer = await fetch(target + path, { method, headers, redirect: 'manual', ...(text === '' ? {} : { body: text }) });
      const sent = Object.fromEntries([...answer.headers].filter(([name]) => !UNSENT.has(name) && name !== 'content-encoding'));
      return { status: answer.status, headers: sent, text: (await answer.text()).replaceAll(target, origin) };
    };
    const serve = async (): Promise<void> => {
      const text = await readText(incoming);
      const answer = await change({ path: incoming.url ?? '/', method: incoming.method ?? 'GET', text }, forward);
      outgoing.writeHead(answer.status, answer.headers).end(answer.text);
    };
    serve().catch((error: unknown) => outgoing.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the proxy has no address');
  origin = `http://localhost:${address.port}`;
  return {
    origin,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
