import { isEntitled } from '../../domain/account/entitlement';
import type { Health } from '../../domain/account/health-problem';
import { STORAGE_LIMIT_BYTES } from '../../domain/account/storage-use';
import { isSilent, lastDay } from '../../domain/account/webhook-delivery';
import { ok, refuse, type Answer } from '../../domain/result';
import { SOURCES, type Source } from '../../domain/source';
import { listWebhooks, WANTED_WEBHOOKS } from '../../platforms/shopify/webhooks';
import type { Account } from '../account/account';
import { refusal } from '../account/calls';
import type { WebhookDeliveryView } from '../api/health-api';
import { oldestUnderWayMs, waitingCells } from './account-state';
import { checkSubscriptions } from './connect';

/** What the snapshot runs contribute to the account's health. The only part of it that is not in memory. */
export interface ReadingFigures {
  readonly doubt: boolean;
  /** Nothing was ever read, and the last attempt failed. */
  readonly neverRead: boolean;
}

/** Reads these figures from the runs; reads some rows. */
export function readingFigures({ snapshots, catalog }: Account): ReadingFigures {
  const failed = snapshots.views().some((run) => run.state === 'failed');
  return {
    doubt: SOURCES.some((source) => snapshots.doubtOf(source) !== ''),
    neverRead: failed && catalog.listing.counts().all === 0,
  };
}

/** Returns the figures that the account's health is judged by; missing subscriptions are as of the last check. */
export function healthOf(account: Account, reading: ReadingFigures = readingFigures(account)): Health {
  const { records, locations, host, subscriptionMaintenance, connections, reconciler, sync } = account;
  const [shopify, square] = [connections.view('shopify'), connections.view('square')];
  const { held, blocked, frozen } = waitingCells(account);
  const lag = sync.lag.summary(host.now());
  const writers = account.writers.store.counts();
  return {
    entitled: isEntitled(records.entitlement(), host.now()),
    autoSync: records.settings().autoSync,
    paused: account.writeSwitch.pauses.length > 0,
    paired: locations.pair() !== null,
    shopify: shopify.state,
    square: square.state,
    failing: [shopify, square].filter((view) => view.state === 'connected' && !view.reachable).map(({ source }) => source),
    missingWebhooks: subscriptionMaintenance.present() || shopify.state !== 'connected' ? 0 : WANTED_WEBHOOKS.length,
    ...silence(account),
    unreadableWebhooks: account.unreadable.count(host.now()),
    held,
    blocked,
    unlinked: account.unlinked.count(),
    oversold: account.oversells.store.count(),
    writersHeld: writers.held,
    writersSuspected: writers.total - writers.held,
    frozen,
    doubt: reading.doubt || SOURCES.some((source) => reconciler.doubtOf(source) !== ''),
    neverRead: reading.neverRead,
    lagP95Ms: lag === null ? null : Math.round(lag.p95),
    recentP95Ms: sync.lag.recentP95(host.now()),
    oldestUnderWayMs: Math.round(oldestUnderWayMs(account)),
    drift: reconciler.drift(),
    closed: connections.condition('shopify').closed,
    credentialsRefused: SOURCES.filter((source) => connections.condition(source).credentialsRefused),
    servedVersion: connections.condition('shopify').servedVersion,
    sealedBy: connections.sealedBy(),
    storageShare: host.db.size() / STORAGE_LIMIT_BYTES,
  };
}

/** Returns the connected platforms that change levels without sending webhooks, and how many of their changes went unreported in a day. */
function silence({ connections, sync, host }: Account): Pick<Health, 'silent' | 'untold'> {
  const now = host.now();
  const connected = SOURCES.filter((source) => connections.view(source).state === 'connected');
  const silent = connected.filter((source) => isSilent(sync.hearing.of(source, now), now));
  return { silent, untold: silent.reduce((sum, source) => sum + lastDay(sync.hearing.of(source, now).hours, now).untold, 0) };
}

/**
 * Returns the current health: unless all subscriptions are known to be present, asks Shopify which are missing. A list that cannot be read
 * is a different health problem than missing subscriptions and is reported as such.
 */
export async function readHealth(account: Account): Promise<Health> {
  // The fleet visits every object within hours: one that slept has its tokens sealed again under a new key, with the alarm.
  const due = account.connections.nextRefreshAt();
  if (due !== null && due <= account.host.now()) account.host.wake(due);
  const health = healthOf(account);
  if (health.missingWebhooks === 0) return health;
  const listed = await account.calls.shopify((client) => listWebhooks(client));
  if (!listed.ok) return { ...healthOf(account), missingWebhooks: 0 };
  const ours = listed.value.filter(({ uri }) => uri === account.subscriptionMaintenance.uri);
  const missing = WANTED_WEBHOOKS.filter((wanted) => !ours.some(({ topic }) => topic === wanted.topic));
  return { ...healthOf(account), missingWebhooks: missing.length };
}

/** Compares the shop's webhook subscriptions with the wanted ones now, and creates those that are missing. Safe to repeat. */
export async function repairWebhooks(account: Account): Promise<Answer<null>> {
  if (account.connections.view('shopify').state !== 'connected') return refusal('shopify', { kind: 'unauthorized' });
  await checkSubscriptions(account);
  account.changed();
  const { failure } = account.subscriptionMaintenance;
  return failure === null ? ok(null) : refusal('shopify', failure);
}

/** Returns what each platform's webhooks reported about levels, and what they missed. */
export function webhookDeliveryOf({ sync, host }: Account): Readonly<Record<Source, WebhookDeliveryView>> {
  const now = host.now();
  const view = (source: Source): WebhookDeliveryView => {
    const hearing = sync.hearing.of(source, now);
    const { hours, lastHeard } = hearing;
    return { hours, lastHeard, silent: isSilent(hearing, now), day: lastDay(hours, now) };
  };
  return { shopify: view('shopify'), square: view('square') };
}

/** Reads the recently changed levels from both platforms now. */
export async function reconcileNow(account: Account): Promise<Answer<Readonly<Record<Source, number | null>>>> {
  if (account.reconciler.dueAt() === null)
    return refuse('failed_precondition', 'There is nothing to reconcile: locations are not paired, or no platform is connected.');
  const found = await account.reconciler.reconcile();
  // The alarm reports the new health and delivers the history.
  account.host.wake(account.host.now() + REPORT_SOON_MS);
  return ok(found);
}

/** Delay after a reconciliation until its findings are reported, in ms. */
const REPORT_SOON_MS = 1_000;
