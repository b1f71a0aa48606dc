import type { Instant } from '../../domain/instant';
import type { Source } from '../../domain/source';
import type { Rules } from '../../domain/sync/observe';
import type { WriteStop } from '../../domain/sync/write-gate';
import { keepCopy } from '../bulk/copy-rows';
import { AskedEnds } from '../catalog/asked-ends';
import { Catalog } from '../catalog/catalog';
import type { Listing } from '../catalog/listing';
import { Locations } from '../catalog/locations';
import { UnlinkedStore } from '../catalog/unlinked-store';
import type { Causes } from '../causes/causes';
import { openCauses } from '../causes/open-causes';
import { openTeamNames, type TeamNames } from '../causes/team-names';
import { openConnections, type ConnectionCondition, type Connections } from '../connections/connections';
import { CopyStore } from '../copies/copy-store';
import { Mutex } from '../copies/mutex';
import { openOversells } from '../oversell/open-oversells';
import type { Oversells } from '../oversell/oversells';
import { Snapshots } from '../snapshot/snapshots';
import { openMeta, type Meta } from '../store/meta';
import { stockPorts } from '../sync/stock-ports';
import { Sync } from '../sync/sync';
import { openWatch } from '../watch/open-watch';
import type { Watch } from '../watch/watch';
import { openWriters } from '../writers/open-writers';
import type { Writers } from '../writers/writers';
import { Audit } from './audit';
import { openCalls, type Calls } from './calls';
import { catalogReads } from './catalog-reads';
import type { Host } from './host';
import { openLevels } from './open-levels';
import { openOtherWriters, type OtherWriters } from './other-writers';
import { ProductNews } from './product-news';
import { Reconciler } from './reconciler';
import { openRecords, type Records } from './records';
import { RefreshQueue } from './refresh-queue';
import { RevocationChecks } from './revocation-checks';
import { rulesOf } from './rules';
import { shapeHost } from './shape-host';
import { KnownSwitch } from './stored-write-switch';
import { SubscriptionMaintenance } from './subscription-maintenance';
import { UnreadableWebhooks } from './unreadable-webhooks';

/** Delay after a connection's condition changes until the alarm checks it, in ms. */
const REPORT_SOON_MS = 1_000;

/** One account with all its parts. Contains only the logic that connects them. */
export class Account {
  readonly host: Host;
  readonly meta: Meta;
  readonly records: Records;
  readonly connections: Connections;
  readonly calls: Calls;
  readonly sync: Sync;
  /** What the platforms tell about changes, learned after the fact. */
  readonly causes: Causes;
  /** The names of Square's team members, where they may be read. */
  readonly team: TeamNames;
  /** Who else changes the seller's stock. */
  readonly otherWriters: OtherWriters;
  /** Variants whose stock another app changes as well. */
  readonly writers: Writers;
  /** What both platforms sold and only one had. */
  readonly oversells: Oversells;
  /** What syncing would have done, while the merchant only watches. */
  readonly watch: Watch;
  readonly catalog: Catalog;
  readonly locations: Locations;
  readonly snapshots: Snapshots;
  readonly touched: RefreshQueue;
  readonly unreadable: UnreadableWebhooks;
  readonly subscriptionMaintenance: SubscriptionMaintenance;
  readonly reconciler: Reconciler;
  readonly audit: Audit;
  readonly productNews: ProductNews;
  /** The operators' write pauses. */
  readonly writeSwitch: KnownSwitch;
  readonly revocationChecks: RevocationChecks;
  /** Serializes changes to the platforms' catalogs: Square requires it, and it keeps two changes from taking the same SKU. */
  readonly edits = new Mutex();
  /** Products being copied from one side to the other. */
  readonly copies: CopyStore;
  /** Pairs whose link ended although the merchant did not ask for it. */
  readonly unlinked: UnlinkedStore;
  /** What the merchant has changed in the app lately that ends a link. */
  readonly askedEnds: AskedEnds;
  #revision: number;

  constructor(host: Host) {
    const { db, accountId, config, fetch } = host;
    this.host = host;
    // Pages compare revisions across instances of the object, so a later instance starts higher.
    this.#revision = host.now();
    this.meta = openMeta(db);
    this.records = openRecords(this.meta);
    this.writeSwitch = new KnownSwitch(this.meta, host);
    this.connections = openConnections({
      db,
      accountId,
      config,
      fetch,
      now: () => host.now(),
      onCondition: (_, before, after) => this.#conditionChanged(before, after),
    });
    this.calls = openCalls(this.connections);
    this.locations = new Locations(db, this.meta);
    this.touched = new RefreshQueue(this.meta);
    this.unreadable = new UnreadableWebhooks(this.meta);
    this.audit = new Audit(db, this.meta);
    this.revocationChecks = new RevocationChecks(this.meta);
    this.subscriptionMaintenance = new SubscriptionMaintenance({
      meta: this.meta,
      calls: this.calls,
      uri: `${config.webhookOrigin}/webhooks/shopify`,
      everyMs: config.timers.webhookCheckMs,
      note: (level, message) => {
        host.note(message, level);
      },
      onRepair: () => this.reconciler.doubt(),
    });
    this.reconciler = new Reconciler(this, Math.random());
    this.sync = this.#openSync();
    this.oversells = openOversells(this);
    this.watch = openWatch(this);
    this.writers = openWriters(this);
    this.team = openTeamNames(this);
    this.otherWriters = openOtherWriters(this);
    this.causes = openCauses(this);
    this.copies = new CopyStore(db, (copy) => keepCopy(host, copy));
    this.unlinked = new UnlinkedStore(db);
    this.askedEnds = new AskedEnds(this.meta, () => host.now());
    const timer = {
      now: () => host.now(),
      graceMs: config.timers.skuGraceMs,
      wake: (at: Instant) => {
        host.wake(at);
      },
    };
    this.catalog = new Catalog(db, openLevels(this), timer, shapeHost(this));
    this.productNews = new ProductNews(this.catalog);
    this.snapshots = new Snapshots(db, this.catalog, catalogReads(this.calls, this.connections, config, fetch), {
      now: () => host.now(),
      pause: async (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      locationId: (source) => this.locationId(source),
      ended: (source) => {
        this.touched.snapshotEnded(source, this.snapshots.doubtOf(source) !== '', host.now());
        this.wakeForAlarmTasks();
        this.changed();
      },
      note: (message) => {
        host.note(message);
      },
    });
  }

  /** Returns the rules that currently decide how outside changes are handled. */
  rules(): Rules {
    return rulesOf(this);
  }

  /** Returns the reasons that currently block stock writes to a platform; empty when writes are allowed. Call before every such request. */
  stops(source: Source): readonly WriteStop[] {
    return this.sync.engine.stops(source);
  }

  /** Returns the paired location's ID on a platform; '' when there is no pair. */
  locationId(source: Source): string {
    return this.locations.pair()?.[source].sourceId ?? '';
  }

  /** Returns the lists over current rows: in-flight state is only in the journal until it is answered. */
  listing(): Listing {
    this.sync.writeRows();
    return this.catalog.listing;
  }

  /** Makes pages that show this account reload. */
  changed(): void {
    this.#revision += 1;
  }

  /** Increases with every change that a screen might show. */
  get revision(): number {
    return this.#revision;
  }

  /** Starts a new epoch after the connections or the pair changed: pending and in-flight changes of the old one are dropped. */
  endEpoch(): void {
    this.records.nextEpoch();
    this.sync.endEpoch();
    this.copies.giveUp('The locations or connections changed while this ran. Copy again.', this.host.now());
    this.changed();
  }

  /** Starts a new epoch when entitled again: drops pending changes from before, and reads levels whose writes got no answer. */
  restart(): void {
    this.records.nextEpoch();
    this.sync.restart();
    this.changed();
  }

  #conditionChanged(before: ConnectionCondition, after: ConnectionCondition): void {
    if (before.closed !== null && after.closed === null) {
      // The shop's webhooks may also have stopped while it was closed.
      this.subscriptionMaintenance.hurry();
      this.reconciler.doubt();
      this.touched.release('shopify', this.host.now());
      // Deferred: the condition may have been reported by an answer in the middle of a turn.
      this.host.background(Promise.resolve().then(() => this.sync.resume()));
    }
    this.changed();
    // The alarm reports the new health and checks a closed shop again.
    this.host.wake(this.host.now() + REPORT_SOON_MS);
  }

  /** Sets the alarm to fire now: a task needs to be queued, or something needs to be read. */
  wakeForAlarmTasks(): void {
    this.host.wake(this.host.now());
  }

  #wakeForRefresh(): void {
    const due = this.touched.dueAt();
    if (due !== null) this.host.wake(due);
  }

  /**
   * Returns whether a platform may be asked about stock. False for a shop that Shopify does not serve, and for both platforms until the
   * subscriptions of a newly connected shop show whether the app was reinstalled.
   */
  mayAct(source: Source): boolean {
    const isConnected = (one: Source): boolean => this.connections.view(one).state === 'connected';
    const isUndecided = this.subscriptionMaintenance.undecided && isConnected('shopify');
    return this.locationId(source) !== '' && isConnected(source) && !isUndecided && this.connections.condition(source).closed === null;
  }

  #openSync(): Sync {
    const { host } = this;
    const mayWrite = (source: Source): boolean => this.stops(source).length === 0;
    return new Sync(host.db, stockPorts(this.connections, host.config.square.clientId, mayWrite), {
      rules: () => this.rules(),
      connected: (source) => this.mayAct(source),
      locationId: (source) => this.locationId(source),
      locationName: (source) => this.locations.pair()?.[source].name ?? '',
      webhooksSince: (source) => (this.locationId(source) === '' ? null : this.connections.view(source).connectedAt),
      epoch: () => this.records.epoch(),
      now: () => host.now(),
      uuid: () => crypto.randomUUID(),
      random: () => Math.random(),
      backoff: host.config.timers.retry,
      wake: (at) => {
        host.wake(at);
      },
      reached: (source, reachable) => {
        if (this.connections.view(source).reachable === reachable) return;
        this.connections.noteReachable(source, reachable);
        // The platform's webhooks may also have stopped while it was unreachable.
        if (reachable) {
          this.reconciler.doubt();
          this.touched.release(source, host.now());
          this.snapshots.retries.afterOutage(source, true);
          this.wakeForAlarmTasks();
        }
        this.changed();
      },
      alert: (message) => {
        host.note(`alert: ${message}`);
      },
      outdated: (source, stockId) => {
        this.touched.outdated(source, stockId, host.now());
        this.#wakeForRefresh();
      },
      noted: (lines) => {
        this.causes.noted(lines);
        this.oversells.noted(lines);
        this.watch.noted(lines);
        this.writers.noted(lines);
      },
      judged: (verdicts) => {
        this.writers.judged(verdicts);
      },
      writers: {
        isHeld: (entry) => this.writers.isHeld(entry),
        isTrusted: (entry) => !this.host.config.silenceTest || this.writers.isTrusted(entry),
        history: (entry, since) => this.writers.history(entry, since),
      },
      changed: (keys) => {
        this.catalog.touch(keys);
        this.changed();
      },
      linkSettled: (keys) => this.catalog.relink(keys, 'over'),
      background: (work) => {
        host.background(work);
      },
      abort: (reason) => {
        host.abort(reason);
      },
    });
  }
}
