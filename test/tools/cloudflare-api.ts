// A stand-in for the part of Cloudflare's API that wrangler uses to set up and deploy a Worker. wrangler itself is the real one: it is led
// here by CLOUDFLARE_API_BASE_URL. Databases are real SQLite. Anything it does not know is answered 404 and noted in `unknown`.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { DatabaseSync } from 'node:sqlite';

/** One account of the stand-in. */
export interface CloudAccount {
  readonly id: string;
  readonly name: string;
}

/** A Worker that was uploaded, or was there before. */
export interface CloudWorker {
  readonly secrets: Map<string, string>;
  /** What the last upload states, as Cloudflare's metadata. */
  metadata: Readonly<Record<string, unknown>>;
  assets: readonly string[];
  crons: readonly string[];
  /** The tag of the last migration of its classes. */
  migrated?: string | undefined;
}

/** What one account holds. */
interface Holdings {
  readonly databases: { readonly name: string; readonly uuid: string; readonly sql: DatabaseSync }[];
  readonly queues: { readonly queue_name: string; readonly queue_id: string; readonly consumers: Record<string, unknown>[] }[];
  readonly workers: Map<string, CloudWorker>;
}

/** An answer of the API: a result, or Cloudflare's code of an error. */
type Answer =
  | { readonly result: unknown; readonly info?: object }
  | { readonly code: number; readonly status: number; readonly message: string };

/** A request as a handler sees it. */
interface Call {
  readonly method: string;
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
  readonly json: () => Readonly<Record<string, unknown>>;
  readonly form: () => Promise<FormData>;
}

const done = (result: unknown): Answer => ({ result });
const missing = (code: number, message: string): Answer => ({ code, status: 404, message });

/** The stand-in, and what it has been asked. */
export class CloudflareApi {
  /** The accounts of the login. */
  accounts: readonly CloudAccount[] = [{ id: 'a'.repeat(32), name: 'Test account' }];
  /** From the first request for which this is true on, connections are cut, as by a network that goes away. */
  cutFrom: ((request: string) => boolean) | null = null;
  /** The requests for which the login has no right. */
  forbidden: ((request: string) => boolean) | null = null;
  /** `METHOD /path` of each request, in order. */
  readonly requests: string[] = [];
  readonly unknown: string[] = [];
  private readonly held = new Map<string, Holdings>();
  private readonly server: Server;
  private isCut = false;

  constructor() {
    this.server = createServer((request, response) => {
      void this.serve(request).then((answer) => {
        if (answer === null) return request.socket.destroy();
        const [status, body] = answer;
        return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
    });
  }

  /** Starts listening; returns the base address of the API. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, 'localhost', resolve));
    return `http://localhost:${this.port}`;
  }

  get port(): number {
    const address = this.server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** Brings the network back. */
  reconnect(): void {
    this.cutFrom = null;
    this.isCut = false;
  }

  /** Returns what an account holds. */
  holdings(account = this.accounts[0]?.id ?? ''): Holdings {
    const found = this.held.get(account) ?? { databases: [], queues: [], workers: new Map<string, CloudWorker>() };
    this.held.set(account, found);
    return found;
  }

  private async serve(request: IncomingMessage): Promise<readonly [number, object] | null> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const line = `${request.method} ${url.pathname}`;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (this.cutFrom?.(line) === true) this.isCut = true;
    if (this.isCut) return null;
    this.requests.push(line);
    // The same server is the deployed Worker's address.
    if (url.pathname === '/healthz') return this.health();
    const denied = { code: 10000, status: 403, message: 'Authentication error' };
    const answer =
      this.forbidden?.(line) === true
        ? denied
        : await this.answer({
            method: request.method ?? '',
            parts: url.pathname.split('/').filter(Boolean).map(decodeURIComponent),
            query: url.searchParams,
            json: () => JSON.parse(body.toString() || '{}') as Readonly<Record<string, unknown>>,
            form: () => new Response(body, { headers: { 'content-type': request.headers['content-type'] ?? '' } }).formData(),
          });
    if ('result' in answer) {
      const count = Array.isArray(answer.result) ? answer.result.length : 0;
      const info = { page: 1, per_page: 100, count, total_count: count, total_pages: 1 };
      return [200, { success: true, errors: [], messages: [], result: answer.result, result_info: info }];
    }
    if (answer.code === 0) this.unknown.push(line);
    const { code, message, status } = answer;
    return [status, { success: false, errors: [{ code, message }], messages: [], result: null }];
  }

  /** The version that the deployed Worker names; null while there is none. */
  version: string | null = null;

  private health(): readonly [number, object] {
    const deployed = [...this.held.values()].some(({ workers }) => [...workers.values()].some(({ metadata }) => 'bindings' in metadata));
    return deployed ? [200, { version: this.version }] : [404, {}];
  }

  private async answer(call: Call): Promise<Answer> {
    const [first, account = '', area, ...rest] = call.parts;
    if (first === 'user')
      return done(account === 'tokens' ? { id: 'token', status: 'active' } : { email: 'owner@example.com', id: 'user' });
    if (first === 'memberships') return done(this.accounts.map((one) => ({ id: one.id, account: one })));
    if (first !== 'accounts') return missing(0, 'unknown');
    if (account === '') return done(this.accounts);
    if (!this.accounts.some(({ id }) => id === account)) return { code: 10000, status: 403, message: 'Authentication error' };
    if (area === 'd1') return this.databases(call, this.holdings(account), rest.slice(1));
    if (area === 'queues') return this.queues(call, this.holdings(account), rest);
    if (area === 'workers') return this.workers(call, this.holdings(account), rest);
    return missing(0, 'unknown');
  }

  private databases(call: Call, { databases }: Holdings, [id, action]: readonly string[]): Answer {
    if (id === undefined && call.method === 'GET') return done(databases.map(({ name, uuid }) => ({ name, uuid, version: 'production' })));
    if (id === undefined) {
      const name = String(call.json()['name']);
      if (databases.some((one) => one.name === name))
        return { code: 7502, status: 400, message: `A database with that name already exists` };
      const created = { name, uuid: randomUUID(), sql: new DatabaseSync(':memory:') };
      databases.push(created);
      return done({ name, uuid: created.uuid });
    }
    const found = databases.find(({ name, uuid }) => uuid === id || name === id);
    if (found === undefined) return missing(7404, 'The database could not be found');
    if (action === undefined) return done({ name: found.name, uuid: found.uuid, version: 'production' });
    // Answered as by a database that was restored; what it holds stays as it is.
    if (action === 'time_travel') return done({ bookmark: 'bookmark-then', previous_bookmark: 'bookmark-now', message: '' });
    if (action !== 'query') return missing(0, 'unknown');
    const { sql, params = [] } = call.json() as { sql: string; params?: readonly string[] };
    return done(runSql(found.sql, sql, params));
  }

  private queues(call: Call, { queues }: Holdings, [id, , consumer]: readonly string[]): Answer {
    if (id === undefined && call.method === 'GET') {
      const names = call.query.getAll('name');
      const listed = queues.filter(({ queue_name }) => names.length === 0 || names.includes(queue_name));
      return done(
        call.query.get('page') === '2'
          ? []
          : listed.map((one) => ({ ...one, producers: [], producers_total_count: 0, consumers_total_count: one.consumers.length })),
      );
    }
    if (id === undefined) {
      const name = String(call.json()['queue_name']);
      if (queues.some(({ queue_name }) => queue_name === name))
        return { code: 11009, status: 409, message: `Queue name '${name}' is already taken.` };
      const created = { queue_name: name, queue_id: randomUUID().replaceAll('-', ''), consumers: [] };
      queues.push(created);
      return done(created);
    }
    const queue = queues.find(({ queue_id }) => queue_id === id);
    if (queue === undefined) return missing(11000, 'Queue not found');
    if (call.method === 'GET') return done(queue.consumers);
    const body = { ...call.json(), script: call.json()['script_name'], environment: 'production', consumer_id: consumer ?? randomUUID() };
    queue.consumers.splice(0, queue.consumers.length, body);
    return done(body);
  }

  private async workers(call: Call, { workers }: Holdings, [area, name = '', action]: readonly string[]): Promise<Answer> {
    if (area === 'subdomain') return done({ subdomain: 'test' });
    // Uploads of files name the session, not the Worker.
    if (area === 'assets') return done({ jwt: tokenOf({ done: true }) });
    const worker = workers.get(name);
    if (area === 'services') {
      if (worker === undefined) return missing(10090, 'This service does not exist on your account.');
      return done({
        id: name,
        default_environment: {
          environment: 'production',
          script: {
            tag: 'tag',
            tags: [],
            last_deployed_from: 'wrangler',
            ...(worker.migrated !== undefined && { migration_tag: worker.migrated }),
          },
        },
      });
    }
    if (area !== 'scripts') return missing(0, 'unknown');
    if (action === 'assets-upload-session') {
      const { manifest } = call.json() as { manifest: Readonly<Record<string, { readonly hash: string }>> };
      this.manifest = Object.keys(manifest);
      return done({ jwt: tokenOf({ session: true }), buckets: [Object.values(manifest).map(({ hash }) => hash)] });
    }
    const uploads = (action === undefined && call.method === 'PUT') || (action === 'versions' && call.method === 'POST');
    if (uploads) return this.receive(workers, name, await call.form());
    if (worker === undefined) return missing(10007, 'This Worker does not exist on your account.');
    return aspectOf(worker, action, call);
  }

  private manifest: readonly string[] = [];

  /** Takes an upload. */
  private receive(workers: Map<string, CloudWorker>, name: string, form: FormData): Answer {
    const text = form.get('metadata');
    if (typeof text !== 'string') return { code: 10021, status: 400, message: 'the upload has no metadata' };
    const metadata = JSON.parse(text) as {
      readonly bindings: readonly Readonly<Record<string, string>>[];
      readonly migrations?: { readonly new_tag?: string };
      readonly keep_bindings?: readonly string[];
    };
    const former = workers.get(name);
    const worker: CloudWorker = former ?? { secrets: new Map<string, string>(), metadata, assets: [], crons: [] };
    // A binding may be inherited from the version before: a secret, or a queue or database under the same name.
    const had = former?.metadata['bindings'] as typeof metadata.bindings | undefined;
    const inherited = ({ name = '' }: Readonly<Record<string, string>>): Readonly<Record<string, string>> | undefined =>
      had?.find((old) => old['name'] === name) ?? (former?.secrets.has(name) === true ? { name, type: 'secret_text' } : undefined);
    const bindings = metadata.bindings.map((one) => (one['type'] === 'inherit' ? inherited(one) : one));
    const lost = metadata.bindings.find((_one, index) => bindings[index] === undefined);
    if (lost !== undefined) return { code: 10057, status: 400, message: `inherit binding '${lost['name']}' is invalid` };
    // What is neither named nor to be kept goes.
    const named = new Set(metadata.bindings.map((one) => one['name']));
    const isKept = metadata.keep_bindings?.includes('secret_text') === true;
    for (const key of isKept ? [] : worker.secrets.keys()) if (!named.has(key)) worker.secrets.delete(key);
    for (const { type, name: key = '', text: value = '' } of metadata.bindings) if (type === 'secret_text') worker.secrets.set(key, value);
    const migrated = metadata.migrations?.new_tag ?? worker.migrated;
    Object.assign(worker, { metadata: { ...metadata, bindings }, assets: this.manifest, migrated });
    workers.set(name, worker);
    const id = randomUUID();
    return done({ id, etag: 'etag', deployment_id: id.replaceAll('-', ''), startup_time_ms: 5, resources: { script: { etag: 'etag' } } });
  }
}

/** A token as Cloudflare's upload sessions have it: wrangler reads what is inside. */
const tokenOf = (payload: object): string =>
  ['{"alg":"none"}', JSON.stringify(payload), ''].map((part) => Buffer.from(part).toString('base64url')).join('.');

/** Runs statements as D1's query endpoint does: all of them or none, each with a result. */
function runSql(sql: DatabaseSync, text: string, params: readonly string[]): object[] {
  const meta = { duration: 0, rows_read: 0, rows_written: 0, changes: 0, last_row_id: 0 };
  // The schema has triggers, whose bodies hold semicolons: only single reads are asked for their rows.
  if (/^\s*select\b[^;]*;?\s*$/iu.test(text)) return [{ results: sql.prepare(text).all(...params), success: true, meta }];
  sql.exec('begin');
  try {
    sql.exec(text);
    sql.exec('commit');
  } catch (error) {
    sql.exec('rollback');
    throw error;
  }
  return [{ results: [], success: true, meta }];
}

/** Answers about one part of a Worker that exists. */
function aspectOf(worker: CloudWorker, action: string | undefined, call: Call): Answer {
  switch (action) {
    case 'secrets':
      return done([...worker.secrets.keys()].map((secret) => ({ name: secret, type: 'secret_text' })));
    case 'secrets-bulk':
      for (const [name, secret] of Object.entries((call.json()['secrets'] ?? {}) as Record<string, { text: string } | null>)) {
        if (secret === null) worker.secrets.delete(name);
        else worker.secrets.set(name, secret.text);
      }
      return done({});
    case 'deployments':
      return done(call.method === 'GET' ? { deployments: [] } : { id: randomUUID() });
    case 'subdomain':
      return done({ enabled: true, previews_enabled: false });
    case 'script-settings':
    case 'settings':
      return done({ tags: [], bindings: worker.metadata['bindings'] ?? [] });
    case 'schedules':
      worker.crons = (call.json() as object as { cron: string }[]).map(({ cron }) => cron);
      return done({ schedules: [] });
    default:
      return missing(0, 'unknown');
  }
}
