import { DurableObject } from 'cloudflare:workers';
import { Hono } from 'hono';

import { catalogFor, type CatalogChoice } from './catalog/choose';
import { openAlarm, type Alarm } from './core/alarms';
import { openClock, type Clock } from './core/clock';
import { DEFAULT_CONFIG, mergeConfig, type SandboxConfig } from './core/config';
import { controlApp } from './core/control';
import { openDatabase, type SandboxDatabase } from './core/database';
import { runWithFaults } from './core/faults';
import { openJobs, type Jobs } from './core/jobs';
import { openJournal, type Journal } from './core/journal';
import { migrate } from './core/migrate';
import { coreMigrations } from './core/migrations';
import { Outbox } from './core/outbox';
import { furtherOwner, OWNERS } from './core/owners';
import { createPoisonTimer, type PoisonTimer } from './core/poison';
import { createReplays, REPLAY_JOB, type Replays } from './core/replays';
import { createRivals, RIVAL_JOB, type RivalApps } from './core/rivals';
import { readSetting, writeSetting } from './core/settings';
import type { SandboxEnv } from './env';
import { parts, rootApps } from './parts';
import type {
  AppRequest,
  Effect,
  LogEntry,
  LogReader,
  OutgoingWebhook,
  Owner,
  Platform,
  PlatformPart,
  StockSeen,
  StoredLogEntry,
  WorldApi,
} from './world-api';
import { PLAIN } from './world-api';

/** The sandbox: both platforms in one object. All state is in its SQLite and its alarm, so that it survives a kill. */
export class World extends DurableObject<SandboxEnv> implements WorldApi, LogReader {
  declare readonly env: SandboxEnv;
  readonly db: SandboxDatabase;
  owners: readonly [Owner, ...Owner[]] = OWNERS;
  readonly #clock: Clock;
  readonly #journal: Journal;
  readonly #app: Hono;
  readonly #poison: PoisonTimer;
  readonly #replays: Replays;
  readonly #rivals: RivalApps;
  #alarm: Alarm;
  #jobs: Jobs;
  #outbox: Outbox;
  #config: SandboxConfig;
  #origin = 'http://localhost:8789';

  constructor(ctx: DurableObjectState, env: SandboxEnv) {
    super(ctx, env);
    const hold = (promise: Promise<unknown>): void => ctx.waitUntil(promise);
    this.db = openDatabase(ctx.storage);
    migrate(this.db, [...coreMigrations, ...parts.flatMap((part) => part.migrations)]);
    this.#further(Number(readSetting(this.db, 'further-owners') ?? 0));
    this.#clock = openClock(this.db);
    this.#journal = openJournal(this.db, () => this.#clock.now());
    const merged = mergeConfig(DEFAULT_CONFIG, readSetting(this.db, 'config') ?? {});
    this.#config = merged.ok ? merged.value : DEFAULT_CONFIG;
    this.#alarm = openAlarm(ctx.storage, null, hold);
    this.#poison = createPoisonTimer(this.db);
    this.#replays = createReplays(
      () => this.#jobs,
      (request) => this.#app.fetch(request),
    );
    this.#rivals = createRivals(
      this,
      () => this.#jobs,
      () => this.#clock.speed(),
    );
    this.#jobs = openJobs(this.db, this.#clock, this.#alarm, {
      [REPLAY_JOB]: (payload) => this.#replays.run(payload),
      [RIVAL_JOB]: (payload) => {
        this.#rivals.run(payload);
      },
    });
    this.#outbox = new Outbox(this.db, this.#clock, this.#alarm, this.#journal, hold);
    if (readSetting(this.db, 'catalogue') === null) this.reset('small');
    this.#jobs.arm();
    this.#outbox.arm();
    this.#app = this.#routes();
  }

  override fetch(request: Request): Response | Promise<Response> {
    this.#origin = new URL(request.url).origin;
    return this.#app.fetch(request);
  }

  override async alarm(): Promise<void> {
    this.#alarm.fired();
    try {
      await this.#jobs.runDue(this);
      this.#outbox.pump(this);
    } finally {
      this.#jobs.arm();
      this.#outbox.arm();
    }
  }

  now(): number {
    return this.#clock.now();
  }

  origin(): string {
    return this.#origin;
  }

  config(): SandboxConfig {
    return this.#poison.withoutExpired(this.#config);
  }

  /** Stores a complete, checked config and applies it. */
  configure(config: SandboxConfig): void {
    this.#poison.changed(this.config(), config);
    this.#config = config;
    writeSetting(this.db, 'config', config);
    this.#clock.setSpeed(config.clockSpeed);
    this.#jobs.arm();
    this.#outbox.arm();
  }

  /** Resets both platforms: the demo owner gets the chosen catalog, the others the small one. */
  reset(catalogue: CatalogChoice): void {
    this.db.transaction(() => {
      this.#jobs.forget();
      this.#outbox.forget();
      this.#journal.forgetCounts();
      this.#journal.forgetLog();
      this.#further(0);
      for (const part of parts) {
        part.clear(this);
        for (const owner of OWNERS) part.seed(this, owner, catalogFor(owner.name === 'demo' ? catalogue : 'small'));
      }
      writeSetting(this.db, 'catalogue', catalogue);
    });
  }

  /** Adds merchants, each with a shop, a seller, and a generated catalog; returns all of them. A reset takes them away. */
  addOwners(count: number, variants: number): readonly Owner[] {
    const before = this.owners.length;
    this.db.transaction(() => {
      this.#further(before - OWNERS.length + count);
      for (const owner of this.owners.slice(before)) {
        for (const part of parts) part.seed(this, owner, catalogFor({ variants, seed: 1 }));
      }
    });
    return this.owners.slice(OWNERS.length);
  }

  sendWebhook(webhook: OutgoingWebhook): void {
    this.#outbox.send(this, webhook);
  }

  countCall(platform: Platform, name: string): void {
    this.#journal.countCall(platform, name);
  }

  log(entry: LogEntry): void {
    this.#journal.log(entry);
  }

  stockChanged(change: StockSeen): void {
    this.#rivals.saw(change);
  }

  logSince(id: number, limit: number): StoredLogEntry[] {
    return this.#journal.logSince(id, limit);
  }

  schedule(platform: Platform, name: string, at: number, payload: string): void {
    this.#jobs.schedule(platform, name, at, payload);
  }

  withFaults(platform: Platform, request: AppRequest | null, effect: Effect): Promise<Response> | Response {
    const part = this.part(platform);
    if (part === null) return effect(PLAIN);
    const replayed = request !== null && this.isReplay(request.request);
    const later = (reason: 'late' | 'duplicate', delayMs: number): void => {
      if (request !== null) this.#processLater(platform, request, reason, delayMs);
    };
    return runWithFaults(part, { faults: this.config().faults[platform], request, replayed, later }, effect);
  }

  isReplay(request: Request): boolean {
    return this.#replays.reasonOf(request) !== null;
  }

  token(prefix: string, bytes = 16): string {
    const random = crypto.getRandomValues(new Uint8Array(bytes));
    return prefix + Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
  }

  part(platform: Platform): PlatformPart | null {
    return parts.find((part) => part.platform === platform) ?? null;
  }

  /** Sets, and stores, how many merchants there are beside the ready-made ones. */
  #further(count: number): void {
    this.owners = [...OWNERS, ...Array.from({ length: count }, (_, index) => furtherOwner(index + 1))];
    writeSetting(this.db, 'further-owners', count);
  }

  /** Stores a request and logs when it will be processed. */
  #processLater(platform: Platform, { request, body }: AppRequest, reason: 'late' | 'duplicate', delayMs: number): void {
    const at = this.#clock.now() + Math.round(delayMs * this.#clock.speed());
    this.#replays.schedule(platform, request, body, { at, reason });
    const title = reason === 'late' ? 'request delayed' : 'request duplicated';
    const detail = `${reason === 'late' ? 'takes effect' : 'is processed again'} in ${(delayMs / 1000).toFixed(1)} s`;
    this.log({ platform, kind: 'call', owner: '', title, detail, outcome: 'waiting' });
  }

  #routes(): Hono {
    const app = new Hono();
    app.get('/healthz', (c) => c.json({ ok: true, sandbox: true }));
    // Browsers request a favicon on the consent pages; a missing one would be logged there as a failure.
    app.get('/favicon.ico', (c) => c.body(null, 204));
    app.route('/control', controlApp(this, this.#journal));
    for (const part of parts) app.route(`/${part.platform}`, part.app(this));
    for (const pages of rootApps) app.route('/', pages(this));
    app.notFound((c) => c.json({ error: `the sandbox has nothing at ${c.req.method} ${new URL(c.req.url).pathname}` }, 404));
    return app;
  }
}
