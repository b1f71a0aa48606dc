import type { AccessCheck, ConnectionCounts, Released } from '../domain/account/access';
import type { Entitlement } from '../domain/account/entitlement';
import type { Health } from '../domain/account/trouble';
import type { InboundEvent, InboundOwner, Receipt } from '../domain/inbound';
import type { Quantity } from '../domain/quantity';
import { ok, refuse, type Answer } from '../domain/result';
import type { Source } from '../domain/source';
import { readPlatformConfig } from '../platforms/config';
import { checkAccess, connectionCounts } from './account/access-check';
import { Account } from './account/account';
import { AlarmClock } from './account/alarm-clock';
import { connect, disconnect, disconnectByMerchant } from './account/connecting';
import { nextRing, runDuties, standByUntil } from './account/duties';
import { setEntitlement } from './account/entitling';
import { approve, level, planLevelling, resolveHeld, saveQuantity } from './account/hand';
import { readHealth, repairWebhooks } from './account/health';
import { deliverHistory } from './account/history-delivery';
import { ingest } from './account/ingest';
import { disconnectPair, savePair, syncLocations } from './account/locating';
import { release } from './account/releasing';
import { saveSettings } from './account/settings';
import { stateOf } from './account/status';
import { tellOfChange } from './account/vitals';
import { startWithSwitch } from './account/write-switch';
import type * as Api from './api';
import { BillingMethods } from './billing/billing-methods';
import { serveEdits } from './edits/edit-methods';
import type { LevelOutcome, LevelStep } from './hand-api';
import { openDatabase, type Database } from './store/database';
import { migrate } from './store/migrate';

/**
 * One account's object: hosts the account, and is all that the Worker can ask of it (see `AccountApi` for each method's
 * contract). Everything that decides lives in the parts it is put together from.
 */
export class AccountObject extends BillingMethods implements Api.AccountApi {
  readonly #clock: AlarmClock;
  readonly #db: Database;
  #account: Account;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#clock = new AlarmClock(ctx.storage, (error) => {
      this.#note(`the alarm could not be set: ${String(error)}`);
    });
    this.#db = openDatabase(ctx.storage);
    migrate(this.#db);
    this.#account = this.#openAccount();
    serveEdits(this, this.#account);
    // The alarm is found first; then what a former life left in flight is taken up again, unless writes are paused by now.
    ctx
      .blockConcurrencyWhile(async () => {
        await this.#clock.recall();
        await startWithSwitch(this.#account);
      })
      .catch((error: unknown) => {
        this.#note(`the object could not start: ${String(error)}`);
      });
  }

  #openAccount(): Account {
    const config = readPlatformConfig({ ...this.env });
    if (!config.ok) throw new Error(`the environment is incomplete: ${config.error.join('; ')}`);
    return new Account({
      accountId: this.ctx.id.name ?? '',
      db: this.#db,
      config: config.value,
      fetch: (input, init) => fetch(input, init),
      database: this.env.DB,
      now: () => Date.now(),
      wakeTask: async (task) => {
        await this.env.TASKS.send({ task });
      },
      wake: (at) => {
        this.#clock.wake(at);
      },
      background: (work) => {
        this.ctx.waitUntil(
          work.catch((error: unknown) => {
            this.#note(`a background task failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
          }),
        );
      },
      note: (message, level) => {
        this.#note(message, level);
      },
      abort: (reason) => {
        this.ctx.abort(reason);
      },
    });
  }

  #note(message: string, level: 'info' | 'warn' = 'warn'): void {
    // oxlint-disable-next-line no-console -- the platform's log is the object's only way out
    console.log(JSON.stringify({ level, part: 'account', account: this.ctx.id.name, message }));
  }

  override async alarm(): Promise<void> {
    this.#clock.rang();
    const standBy = standByUntil(this.#account);
    if (standBy !== null) this.#clock.standBy(standBy);
    try {
      await runDuties(this.#account);
    } finally {
      const next = nextRing(this.#account);
      if (next !== null) this.#clock.wake(next);
      this.#clock.release();
    }
  }

  async open(identity: Api.AccountIdentity): Promise<void> {
    const known = this.#account.records.identity();
    if (known === null || known.shopDomain !== identity.shopDomain) this.#account.records.setIdentity(identity);
  }

  async connectShopify(grant: Api.TokenGrant): Promise<Answer<null>> {
    const identity = this.#account.records.identity();
    if (identity === null) return refuse('failed_precondition', 'The account has not been opened.');
    return connect(this.#account, 'shopify', identity.shopDomain, grant);
  }

  async connectSquare(merchantId: string, grant: Api.TokenGrant): Promise<Answer<null>> {
    return connect(this.#account, 'square', merchantId, grant);
  }

  async disconnect(source: Source, cause: 'merchant' | 'revoked' | 'uninstalled'): Promise<void> {
    if (cause === 'merchant') await disconnectByMerchant(this.#account, source);
    else disconnect(this.#account, source, cause);
  }

  async checkAccess(): Promise<readonly AccessCheck[]> {
    return checkAccess(this.#account);
  }

  async connectionCounts(): Promise<Record<Source, ConnectionCounts>> {
    return connectionCounts(this.#account);
  }

  async release(request: { readonly square: boolean }): Promise<Record<Source, Released>> {
    return release(this.#account, request);
  }

  async erase(): Promise<void> {
    await this.#clock.silence();
    await this.ctx.storage.deleteAll();
    // Nothing in memory may outlive what was stored: the next call begins with an empty object.
    this.ctx.abort('the account was erased');
  }

  async setEntitlement(entitlement: Entitlement): Promise<void> {
    setEntitlement(this.#account, entitlement);
  }

  async health(): Promise<Health> {
    return readHealth(this.#account);
  }

  async repairWebhooks(): Promise<Answer<null>> {
    const repaired = await repairWebhooks(this.#account);
    // Whoever asked looks at the fleet next: it need not wait for the account's next visit.
    this.#account.host.background(tellOfChange(this.#account));
    return repaired;
  }

  async state(): Promise<Api.AccountState> {
    return stateOf(this.#account);
  }

  async settings(): Promise<Api.AccountSettings> {
    return this.#account.records.settings();
  }

  async settingsVersion(): Promise<number> {
    return this.#account.records.settingsVersion();
  }

  async saveSettings(settings: Api.AccountSettings, version?: number): Promise<Answer<number>> {
    return saveSettings(this.#account, settings, version);
  }

  async locations(): Promise<Api.LocationsView> {
    return this.#account.locations.view();
  }

  async syncLocations(source: Source): Promise<Answer<null>> {
    return syncLocations(this.#account, source);
  }

  async savePair(shopifyLocation: string, squareLocation: string): Promise<Answer<null>> {
    return savePair(this.#account, shopifyLocation, squareLocation);
  }

  async disconnectPair(id: string): Promise<Answer<null>> {
    return disconnectPair(this.#account, id);
  }

  async requestSnapshot(source: Source): Promise<Answer<Api.SnapshotView>> {
    return this.#account.snapshots.request(source);
  }

  async advanceSnapshot(source: Source): Promise<Answer<Api.SnapshotView>> {
    return this.#account.snapshots.advance(source).finally(() => this.#account.changed());
  }

  async giveUpSnapshot(source: Source): Promise<void> {
    this.#account.snapshots.abandon(source);
  }

  async reviveSnapshot(source: Source): Promise<void> {
    this.#account.snapshots.retries.revive(source);
  }

  async inventoryCounts(): Promise<Api.InventoryCounts> {
    return this.#account.listing().counts();
  }

  async inventory(query: Api.InventoryQuery): Promise<Answer<Api.InventoryPage>> {
    return this.#account.listing().page(query);
  }

  async issueCounts(type: Api.IssueType): Promise<Api.ChannelCounts> {
    return this.#account.catalog.listing.issueCounts(type);
  }

  async issues(...asked: Parameters<Api.AccountApi['issues']>): ReturnType<Api.AccountApi['issues']> {
    return this.#account.catalog.listing.issues(...asked);
  }

  async variantDetail(source: Source, variantId: string): Promise<Answer<Api.VariantDetail>> {
    const found = this.#account.listing().detail(source, variantId);
    if (!found.ok) return found;
    return ok({
      variant: found.value,
      shopifyLocationId: this.#account.locationId('shopify'),
      squareLocationId: this.#account.locationId('square'),
    });
  }

  async saveQuantity(source: Source, variantId: string, quantity: Quantity): Promise<Answer<null>> {
    return saveQuantity(this.#account, source, variantId, quantity);
  }

  async planLevelling(...[request]: Parameters<Api.AccountApi['planLevelling']>): ReturnType<Api.AccountApi['planLevelling']> {
    return planLevelling(this.#account, request);
  }

  async level(steps: readonly LevelStep[]): Promise<Answer<readonly LevelOutcome[]>> {
    return level(this.#account, steps);
  }

  async resolveHeld(keys: readonly number[], send: boolean): Promise<Answer<number>> {
    return resolveHeld(this.#account, keys, send);
  }

  async approve(source: Source): Promise<Answer<null>> {
    return approve(this.#account, source);
  }

  async ingest(owner: InboundOwner, event: InboundEvent, receipt: Receipt): Promise<Api.Ingested> {
    return ingest(this.#account, owner, event, receipt);
  }

  async expectRevocation(owner: InboundOwner, event: InboundEvent, receipt: Receipt): Promise<void> {
    const { revocationChecks, host } = this.#account;
    revocationChecks.expect({ owner, event, receipt }, host.now());
    const due = revocationChecks.dueAt();
    if (due !== null) host.wake(due);
  }

  async deliverHistory(): Promise<void> {
    await deliverHistory(this.env.DB, this.#account.host.accountId, this.#account.sync.journal);
  }
}
