import { DurableObject } from 'cloudflare:workers';

import type { AccessCheck, ConnectionCounts, Released } from '../domain/account/access';
import type { Entitlement } from '../domain/account/entitlement';
import type { Health } from '../domain/account/health-problem';
import type { ShopSubscription } from '../domain/account/subscription';
import type { KeptExclusion } from '../domain/catalog/exclusion';
import type { SavedView, ViewChange } from '../domain/catalog/saved-view';
import type { InboundEvent, InboundOwner, Receipt } from '../domain/inbound';
import type { Answer } from '../domain/result';
import type { Source } from '../domain/source';
import type { WriteSwitch } from '../domain/sync/write-switch';
import type { ExternalPage, ExternalProduct, ExternalVariant } from '../platforms/external';
import { Account } from './account/account';
import { stateOf } from './actions/account-state';
import { cancelSubscription, createSubscription, readSubscriptions, shopInfo } from './actions/billing';
import { checkAccess, connectionCounts } from './actions/check-access';
import { connect, connectShopify, disconnect, disconnectByMerchant } from './actions/connect';
import { deliverHistory } from './actions/deliver-history';
import { exportRows } from './actions/export-rows';
import { forgetOrders } from './actions/forget-orders';
import { webhookDeliveryOf, readHealth, reconcileNow } from './actions/health';
import { repairAndReport } from './actions/health-report';
import { ingest } from './actions/ingest';
import { disconnectPair, savePair, syncLocations } from './actions/location-pair';
import { approve, resolveHeld, saveQuantity } from './actions/manual-stock';
import { expectRevocation } from './actions/queue-revocation-checks';
import { release } from './actions/release-access';
import { endIfRevoked, stillConnected } from './actions/revocation';
import { saveSettings } from './actions/save-settings';
import { setEntitlement } from './actions/set-entitlement';
import { linkCandidates, variantDetail } from './actions/variant-detail';
import { setWriteSwitch, startWithSwitch } from './actions/write-switch';
import { resolveWriterCase, writerCases, writerProposal } from './actions/writer-case';
import { AlarmClock } from './alarm/alarm-clock';
import { nextAlarmAt, runAlarmTasks, fallbackAlarmAt } from './alarm/alarm-tasks';
import type * as Api from './api/account-api';
import type { Copy, CopyProgress, Editor, SkuChange, TrackingChange } from './api/edits-api';
import type { ExportPage, ExportPlace } from './api/export-api';
import type { WebhookDeliveryView } from './api/health-api';
import type { KeptReceipt, OperatorOverview, ReceiptsPage, ReceiptsRequest, SquareTokenView, WebhookEntry } from './api/operator-api';
import { bulkChange, bulkChanges } from './bulk/bulk-changes';
import { level, planLevelling } from './bulk/level-variants';
import { listUnlinked } from './catalog/list-unlinked';
import { advanceCopies, giveUpCopies, reviveCopies, startCopy, startCopyOfSku, syncableVariants } from './edits/copying';
import { externalItems, externalProduct, externalVariant } from './edits/external';
import { generateSku } from './edits/generate-sku';
import { keepSeparate, saveLinks } from './edits/save-links';
import { saveSku } from './edits/save-sku';
import { setTracking } from './edits/set-tracking';
import { undoBulkChange } from './edits/undo-bulk-change';
import { listExclusions, planExclusion, saveExclusion } from './exclusions/exclude';
import { openHost } from './open-host';
import { overviewOf, shopifyScopes } from './operator/overview';
import { receiptAt, receiptsOf } from './operator/receipts';
import { deleteShopWebhook, saveShopWebhook, shopWebhooks } from './operator/shop-webhooks';
import { squareToken } from './operator/square-token';
import { listOversells } from './oversell/list-oversells';
import { openDatabase, type Database } from './store/database';
import { migrate } from './store/migrate';
import { pairId, pairOf } from './sync/stock-pair';

/** Hosts one account; see `AccountApi` for each method's contract. All decisions are made in the parts that it is built from. */
export class AccountObject extends DurableObject<Env> implements Api.AccountApi {
  readonly #clock: AlarmClock;
  readonly #db: Database;
  readonly #account: Account;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#clock = new AlarmClock(ctx.storage, (error) => {
      this.#note(`the alarm could not be set: ${String(error)}`);
    });
    this.#db = openDatabase(ctx.storage);
    migrate(this.#db);
    this.#account = new Account(openHost({ ctx, env, db: this.#db, clock: this.#clock, note: this.#note.bind(this) }));
    // Read the stored alarm first. Then resume what the previous instance left in flight, unless writes are paused by now.
    ctx
      .blockConcurrencyWhile(async () => {
        await this.#clock.recall();
        await startWithSwitch(this.#account);
      })
      .catch((error: unknown) => {
        this.#note(`the object could not start: ${String(error)}`);
      });
  }

  #note(message: string, level: 'info' | 'warn' = 'warn'): void {
    // oxlint-disable-next-line no-console -- the platform's log is the object's only output
    console.log(JSON.stringify({ level, part: 'account', account: this.ctx.id.name, message }));
  }

  override async alarm(): Promise<void> {
    this.#clock.wentOff();
    const standBy = fallbackAlarmAt(this.#account);
    if (standBy !== null) this.#clock.standBy(standBy);
    try {
      await runAlarmTasks(this.#account);
    } finally {
      const next = nextAlarmAt(this.#account);
      if (next !== null) this.#clock.wake(next);
      this.#clock.release();
    }
  }

  async open(identity: Api.AccountIdentity): Promise<void> {
    this.#account.records.open(identity);
  }

  async connectShopify(grant: Api.TokenGrant): Promise<Answer<null>> {
    return connectShopify(this.#account, grant);
  }

  async connectSquare(merchantId: string, grant: Api.TokenGrant): Promise<Answer<null>> {
    return connect(this.#account, 'square', merchantId, grant);
  }

  async stillConnected(source: Source): Promise<Api.Standing> {
    return stillConnected(this.#account, source);
  }

  async endIfRevoked(source: Source): Promise<Api.Standing> {
    return endIfRevoked(this.#account, source);
  }

  async disconnect(source: Source, cause: 'merchant' | 'revoked' | 'uninstalled'): Promise<void> {
    if (cause === 'merchant') await disconnectByMerchant(this.#account, source);
    else disconnect(this.#account, source, cause);
  }

  async forgetOrders(ids: readonly string[]): Promise<number> {
    return forgetOrders(this.#account, ids);
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
    // In-memory state must not outlive the erased storage: the next call starts with an empty object.
    this.ctx.abort('the account was erased');
  }

  async exportRows(place: ExportPlace | null): Promise<ExportPage> {
    return exportRows(this.#db, place);
  }

  async setEntitlement(entitlement: Entitlement): Promise<void> {
    setEntitlement(this.#account, entitlement);
  }

  async health(): Promise<Health> {
    return readHealth(this.#account);
  }

  async repairWebhooks(): Promise<Answer<null>> {
    return repairAndReport(this.#account);
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

  async saveSettings(settings: Api.SettingsChange, version?: number): Promise<Answer<number>> {
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

  async inventoryFilters(): Promise<Api.InventoryFilters> {
    return this.#account.listing().filters();
  }

  async issueCounts(type: Api.IssueType): Promise<Api.ChannelCounts> {
    return this.#account.catalog.listing.issueCounts(type);
  }

  async issues(...asked: Parameters<Api.AccountApi['issues']>): ReturnType<Api.AccountApi['issues']> {
    return this.#account.catalog.listing.issues(...asked);
  }

  async unlinked(limit: number): ReturnType<Api.AccountApi['unlinked']> {
    return listUnlinked(this.#account.unlinked, (source, stockId) => this.#account.catalog.find(source, stockId), limit);
  }

  async dismissUnlinked(ids: readonly string[] | null): Promise<void> {
    this.#account.unlinked.dismiss(ids);
    this.#account.changed();
  }

  async oversells(limit: number, key: number | null): ReturnType<Api.AccountApi['oversells']> {
    return listOversells(this.#account.oversells, limit, key === null ? null : pairId(pairOf(this.#account.sync.store.byKey(key))));
  }

  async watchReport(...asked: Parameters<Api.AccountApi['watchReport']>): ReturnType<Api.AccountApi['watchReport']> {
    return this.#account.watch.report(...asked);
  }

  async dismissOversells(ids: readonly string[] | null): Promise<void> {
    this.#account.oversells.dismiss(ids);
    this.#account.changed();
  }

  async writerCases(limit: number, key: number | null): ReturnType<Api.AccountApi['writerCases']> {
    return writerCases(this.#account, limit, key);
  }

  async writerProposal(id: string): ReturnType<Api.AccountApi['writerProposal']> {
    return writerProposal(this.#account, id);
  }

  async resolveWriterCase(...asked: Parameters<Api.AccountApi['resolveWriterCase']>): Promise<Answer<null>> {
    return resolveWriterCase(this.#account, ...asked);
  }

  async otherWriters(): ReturnType<Api.AccountApi['otherWriters']> {
    return this.#account.otherWriters.view();
  }

  async acknowledgeWriters(keys: readonly string[] | null): Promise<void> {
    this.#account.otherWriters.acknowledge(keys);
  }

  async variantDetail(source: Source, variantId: string): Promise<Answer<Api.VariantDetail>> {
    return variantDetail(this.#account, source, variantId);
  }

  async linkCandidates(key: number): ReturnType<Api.AccountApi['linkCandidates']> {
    return linkCandidates(this.#account, key);
  }

  async saveQuantity(...asked: Parameters<Api.AccountApi['saveQuantity']>): Promise<Answer<null>> {
    return saveQuantity(this.#account, ...asked);
  }

  async planLevelling(...[request]: Parameters<Api.AccountApi['planLevelling']>): ReturnType<Api.AccountApi['planLevelling']> {
    return planLevelling(this.#account, request);
  }

  async level(...asked: Parameters<Api.AccountApi['level']>): ReturnType<Api.AccountApi['level']> {
    return level(this.#account, ...asked);
  }

  async bulkChanges(): ReturnType<Api.AccountApi['bulkChanges']> {
    return bulkChanges(this.#account);
  }

  async bulkChange(...asked: Parameters<Api.AccountApi['bulkChange']>): ReturnType<Api.AccountApi['bulkChange']> {
    return bulkChange(this.#account, ...asked);
  }

  async undoBulkChange(...asked: Parameters<Api.AccountApi['undoBulkChange']>): ReturnType<Api.AccountApi['undoBulkChange']> {
    return undoBulkChange(this.#account, ...asked);
  }

  async resolveHeld(...asked: Parameters<Api.AccountApi['resolveHeld']>): Promise<Answer<number>> {
    return resolveHeld(this.#account, ...asked);
  }

  async approve(source: Source): Promise<Answer<null>> {
    return approve(this.#account, source);
  }

  async ingest(owner: InboundOwner, event: InboundEvent, receipt: Receipt): Promise<Api.Ingested> {
    return ingest(this.#account, owner, event, receipt);
  }

  async expectRevocation(owner: InboundOwner, event: InboundEvent, receipt: Receipt): Promise<void> {
    expectRevocation(this.#account, { owner, event, receipt });
  }

  async deliverHistory(): Promise<void> {
    await deliverHistory(this.#account.host, this.#account.sync.journal);
  }

  async saveSku(change: SkuChange): Promise<Answer<null>> {
    return saveSku(this.#account, change);
  }

  async saveLinks(...asked: Parameters<Api.AccountApi['saveLinks']>): ReturnType<Api.AccountApi['saveLinks']> {
    return saveLinks(this.#account, ...asked);
  }

  async keepSeparate(...[pairs, separate, by]: Parameters<Api.AccountApi['keepSeparate']>): Promise<void> {
    return keepSeparate(this.#account, pairs, separate, by);
  }

  async exclusions(): Promise<readonly KeptExclusion[]> {
    return listExclusions(this.#account);
  }

  async planExclusion(...asked: Parameters<Api.AccountApi['planExclusion']>): ReturnType<Api.AccountApi['planExclusion']> {
    return planExclusion(this.#account, ...asked);
  }

  async saveExclusion(...asked: Parameters<Api.AccountApi['saveExclusion']>): ReturnType<Api.AccountApi['saveExclusion']> {
    return saveExclusion(this.#account, ...asked);
  }

  async savedViews(): Promise<readonly SavedView[]> {
    return this.#account.catalog.savedViews.all();
  }

  async saveView(wanted: ViewChange): Promise<Answer<SavedView>> {
    return this.#account.catalog.savedViews.save(wanted);
  }

  async deleteView(id: number): Promise<void> {
    this.#account.catalog.savedViews.remove(id);
  }

  async setTracking(change: TrackingChange): Promise<Answer<null>> {
    return setTracking(this.#account, change);
  }

  async generateSku(): Promise<Answer<string>> {
    return generateSku(this.#account);
  }

  async syncableVariants(source: Source, productId: string): Promise<Answer<readonly Api.JoinedVariant[]>> {
    return syncableVariants(this.#account, source, productId);
  }

  async startCopy(request: { source: Source; variantId: string; by: Editor }): Promise<Answer<null>> {
    return startCopy(this.#account, request);
  }

  async startCopyOfSku(sku: string, by: Editor): Promise<Answer<null>> {
    return startCopyOfSku(this.#account, sku, by);
  }

  async advanceCopies(source: Source): Promise<Answer<CopyProgress>> {
    return advanceCopies(this.#account, source);
  }

  async reviveCopies(source: Source): Promise<void> {
    reviveCopies(this.#account, source);
  }

  async giveUpCopies(source: Source): Promise<void> {
    giveUpCopies(this.#account, source);
  }

  async copies(): Promise<readonly Copy[]> {
    return this.#account.copies.list();
  }

  async externalItems(source: Source, request: { cursor: string; limit: number }): Promise<Answer<ExternalPage>> {
    return externalItems(this.#account, source, request);
  }

  async externalProduct(source: Source, id: string): Promise<Answer<ExternalProduct>> {
    return externalProduct(this.#account, source, id);
  }

  async externalVariant(source: Source, id: string): Promise<Answer<ExternalVariant>> {
    return externalVariant(this.#account, source, id);
  }

  async hearing(): Promise<Readonly<Record<Source, WebhookDeliveryView>>> {
    return webhookDeliveryOf(this.#account);
  }

  async reconcileNow(): Promise<Answer<Readonly<Record<Source, number | null>>>> {
    return reconcileNow(this.#account);
  }

  async overview(): Promise<OperatorOverview> {
    return overviewOf(this.#account);
  }

  async shopifyScopes(): Promise<{ granted: readonly string[]; desired: readonly string[] }> {
    return shopifyScopes(this.#account);
  }

  async webhooks(): Promise<Answer<readonly WebhookEntry[]>> {
    return shopWebhooks(this.#account);
  }

  async saveWebhook(wanted: WebhookEntry): Promise<Answer<null>> {
    return saveShopWebhook(this.#account, wanted);
  }

  async deleteWebhook(id: string): Promise<Answer<null>> {
    return deleteShopWebhook(this.#account, id);
  }

  async receipts(request: ReceiptsRequest): Promise<Answer<ReceiptsPage>> {
    return receiptsOf(this.#account, request);
  }

  async receipt(id: string): Promise<KeptReceipt | null> {
    return receiptAt(this.#account, id);
  }

  async setWriteSwitch(next: WriteSwitch): Promise<void> {
    setWriteSwitch(this.#account, next);
  }

  async squareToken(request: { refresh: boolean; reveal: boolean }): Promise<Answer<SquareTokenView>> {
    return squareToken(this.#account, request);
  }

  async createSubscription(...asked: Parameters<Api.AccountApi['createSubscription']>): ReturnType<Api.AccountApi['createSubscription']> {
    return createSubscription(this.#account, ...asked);
  }

  async readSubscriptions(): Promise<Answer<readonly ShopSubscription[]>> {
    return readSubscriptions(this.#account);
  }

  async cancelSubscription(id: string): Promise<Answer<null>> {
    return cancelSubscription(this.#account, id);
  }

  async shopInfo(): ReturnType<Api.AccountApi['shopInfo']> {
    return shopInfo(this.#account);
  }
}
