import { SOURCES, sourceName, type Source } from '../../../domain/source';
import type { AccountStatus, Lag } from '../../../gen/sh/account_pb';
import type { ChannelCounts, Snapshot } from '../../../gen/sh/common_pb';
import type { InventoryCounts } from '../../../gen/sh/inventory_pb';
import type { Tone } from '../../shared/components/notice';
import { formatDay, readDate } from '../../shared/dates';
import { formatCount, plural } from '../../shared/formats';
import { inventoryPath, issuesPath, paths } from '../../shared/paths';
import { countNeeds, perPlatform, type Needs } from '../../shared/state/needs';
import { describeProblems } from '../../shared/state/problems';

/** The one sentence at the top: is my stock right, and if not, what do I do? */
export interface StockAnswer {
  readonly tone: Tone;
  readonly headline: string;
  readonly detail: string;
}

/** The newest snapshot of a platform, found by name; null when there is none. */
export function snapshotOf(status: AccountStatus, source: Source): Snapshot | null {
  return status.snapshots.find((snapshot) => snapshot.name === source) ?? null;
}

/** What a platform's read found and is not believed before the merchant approves it; '' when nothing waits. */
export function doubtOf(status: AccountStatus, source: Source): string {
  return source === 'shopify' ? status.shopifyDoubt : status.squareDoubt;
}

/** Whether a snapshot is under way or waiting for its turn. */
export function isReading(snapshot: Snapshot | null): boolean {
  return snapshot !== null && (snapshot.state === 'queued' || snapshot.state === 'running');
}

/** What stands before any count: no pair, a lost connection, a first reading, an empty shop. Null when nothing does. */
function findObstacle(status: AccountStatus, counts: InventoryCounts): StockAnswer | null {
  if (!status.hasMappedLocations) {
    return {
      tone: 'warn',
      headline: 'Your stock is not being kept in step yet.',
      detail: 'Choose the two locations that belong together to begin.',
    };
  }
  const lost = SOURCES.filter((source) => !isConnected(connectionOf(status, source).standing));
  if (lost.length > 0) {
    const known =
      counts.all === 0
        ? ''
        : ` When last read, ${formatCount(counts.inSync)} of ${plural(counts.all, 'variant was', 'variants were')} in step.`;
    return {
      tone: 'bad',
      headline: `${lost.map(sourceName).join(' and ')} must be connected again.`,
      detail: `Until then nothing is sent.${known}`,
    };
  }
  const reading = status.snapshots.some(isReading) || describeReading(status) !== '';
  // Nothing in step while a catalogue is being read: it is the first reading, and the numbers mean nothing yet.
  if (reading && counts.inSync === 0) {
    return {
      tone: 'info',
      headline: 'Reading your products from both platforms.',
      detail: 'You can leave this page; it goes on by itself.',
    };
  }
  if (counts.all === 0) {
    return { tone: 'info', headline: 'There are no variants yet.', detail: 'Add products in Shopify or Square, and they appear here.' };
  }
  return null;
}

/** Whether the answer says what is wrong with the connections, so that it need not be said again below. */
export function saysProblems(status: AccountStatus, counts: InventoryCounts | null): boolean {
  return counts !== null && findObstacle(status, counts) === null;
}

/** Says how the stock stands. */
export function decideAnswer(status: AccountStatus, counts: InventoryCounts): StockAnswer {
  const obstacle = findObstacle(status, counts);
  if (obstacle !== null) return obstacle;
  const needs = countNeeds(status, counts);
  const need = needs.differ + needs.alone + needs.notTracked;
  const onTheirWay = needs.waiting === 0 || !status.listeningActive ? '' : underWayText(status, needs.waiting);
  const troubles = describeProblems(status);
  const reading = describeReading(status);
  const detail = [reading, troubles, pausedText(status), describeNeeds(needs), onTheirWay].filter((part) => part !== '').join(' ');
  const isGood = need + needs.stuck === 0 && troubles === '' && status.listeningActive;
  const tone = !isGood ? 'warn' : reading === '' ? 'good' : 'info';
  return { tone, headline: headline(counts, needs, need, reading !== ''), detail: detail === '' ? 'Nothing needs you.' : detail };
}

/** Which changed products are being read, where that takes its time; '' otherwise. */
export function describeReading({ shopifyChangesWaiting, squareChangesWaiting }: AccountStatus): string {
  const parts = [
    shopifyChangesWaiting > 0 ? `${plural(shopifyChangesWaiting, 'changed product', 'changed products')} from Shopify` : '',
    squareChangesWaiting ? 'changed items from Square' : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `Reading ${parts.join(' and ')}. Their sales are remembered.`;
}

function underWayText({ writePauses }: AccountStatus, underWay: number): string {
  if (writePauses.length === 0) return `${plural(underWay, 'change is', 'changes are')} on the way.`;
  return `${plural(underWay, 'change waits', 'changes wait')} while changes are paused.`;
}

function headline(counts: InventoryCounts, { stuck, waiting }: Needs, need: number, isReading: boolean): string {
  if (counts.inSync === counts.all && !isReading) {
    // A change that has not arrived leaves the quantities equal for a while, or for good: that is not in step.
    if (stuck + waiting > 0) return `All ${plural(counts.all, 'variant has', 'variants have')} equal quantities.`;
    return counts.all === 1 ? 'Your one variant is in step.' : `All ${formatCount(counts.all)} variants are in step.`;
  }
  const inStep = `${formatCount(counts.inSync)} of ${plural(counts.all, 'variant is', 'variants are')} in step.`;
  return need === 0 ? inStep : `${inStep} ${formatCount(need)} ${need === 1 ? 'needs' : 'need'} you.`;
}

/** What the variants that need a person need; each kind has a place below where it is fixed. */
function describeNeeds({ differ, alone, notTracked, stuck }: Needs): string {
  const parts = [
    differ > 0 ? `${plural(differ, 'has', 'have')} different or unknown quantities` : '',
    alone > 0 ? `${plural(alone, 'is', 'are')} on one platform only` : '',
    notTracked > 0 ? `${plural(notTracked, 'is', 'are')} not tracked on both platforms` : '',
    stuck > 0 ? `${plural(stuck, 'has', 'have')} a change that was not passed on` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `${parts.join(', ')}.`;
}

/** Why nothing is being sent; '' while it is. */
function pausedText({ autoSync, listeningActive, owed }: AccountStatus): string {
  if (listeningActive) return '';
  if (autoSync) return 'Nothing is being sent at the moment.';
  const waiting = owed === 0 ? '' : ` ${plural(owed, 'change waits', 'changes wait')}.`;
  return `Auto-sync is off, so nothing is sent.${waiting}`;
}

/** How a platform's connection stands. */
export type ConnectionStanding = 'connected' | 'troubled' | 'needs_reconnect' | 'disconnected';

/** Whether the platform lets us in. */
export function isConnected(standing: ConnectionStanding): boolean {
  return standing === 'connected' || standing === 'troubled';
}

/** Reads a platform's standing, its name and what is wrong from the account's status. */
export function connectionOf(status: AccountStatus, source: Source): { standing: ConnectionStanding; name: string; problem: string } {
  const [access, name, problem] =
    source === 'shopify'
      ? [status.shopifyAccess, status.shopifyName, status.shopifyProblem]
      : [status.squareAccess, status.squareName, status.squareProblem];
  if (access) return { standing: problem === '' ? 'connected' : 'troubled', name, problem };
  // What was connected once and says what is wrong was refused by the platform; without a problem the merchant ended it himself.
  return { standing: name !== '' && problem !== '' ? 'needs_reconnect' : 'disconnected', name, problem };
}

/** The status word of a platform's panel and its date (RFC 3339; '' without one). */
export function snapshotWord(snapshot: Snapshot | null, connected: boolean): { readonly word: string; readonly at: string } {
  if (!connected) return { word: 'Not connected', at: '' };
  if (snapshot === null) return { word: 'Not read yet', at: '' };
  const { state, started, completed, lastUpdated } = snapshot;
  if (state === 'failed') return { word: 'Failed', at: lastUpdated };
  const [begun, done, moved] = [readDate(started), readDate(completed), readDate(lastUpdated)];
  if (moved !== null && (done === null || moved.isAfter(done))) return { word: 'Updated', at: lastUpdated };
  if (done !== null) return { word: 'Taken', at: completed };
  if (begun === null && state === 'queued') return { word: 'Queued', at: '' };
  return begun === null ? { word: 'Not read yet', at: '' } : { word: 'Created', at: started };
}

/** How far a snapshot is, 0 to 100; null while its size is not known. */
export function snapshotPercent(snapshot: Snapshot): number | null {
  return snapshot.total > 0 ? Math.min(100, Math.floor((snapshot.processed / snapshot.total) * 100)) : null;
}

/** What the banner about a subscription says; null when the account is subscribed. `now` in ms since epoch. */
export function deactivationText(status: AccountStatus, now: number): string | null {
  if (status.isSubscribed || status.billingMode === 'none') return null;
  const ends = readDate(status.accessEnds);
  return ends !== null && ends.valueOf() > now
    ? `Your account will be deactivated on ${formatDay(status.accessEnds)}. You can use Shelfbridge until then.`
    : 'Your account has been deactivated and is due for deletion.';
}

/** Whether every step of setting up is done. */
export function isOnboarded(status: AccountStatus): boolean {
  return status.shopifyAccess && status.squareAccess && status.hasMappedLocations && (status.isSubscribed || status.billingMode === 'none');
}

/** The notices' filter. */
export type NoticeFilter = 'none' | 'warnings' | 'all';

/** One line of the account's status. */
export interface AccountNotice {
  readonly tone: 'good' | 'warn';
  readonly text: string;
  readonly link: { readonly label: string; readonly href: string } | null;
}

/** What the notices are judged by; counts are null while not known. */
export interface NoticeFacts {
  readonly status: AccountStatus;
  readonly missing: ChannelCounts | null;
  readonly duplicate: ChannelCounts | null;
  readonly disabled: ChannelCounts | null;
}

function countNotice(view: string, counts: ChannelCounts | null, warning: string, fine: string): AccountNotice[] {
  if (counts === null) return [];
  const link = { label: 'Show', href: issuesPath(view, counts.shopify > 0 ? 'shopify' : 'square') };
  return counts.shopify + counts.square > 0
    ? [{ tone: 'warn', text: `${warning}: ${perPlatform(counts)}`, link }]
    : [{ tone: 'good', text: fine, link: null }];
}

/** What keeps changes from being sent now: it comes before everything that can wait. */
function troubleNotices({ autoSync, held, blocked, frozen }: AccountStatus): AccountNotice[] {
  const kinds: readonly (readonly [number, string])[] = [
    [held, 'waiting for your word, because the change is held'],
    [blocked, 'not sent, because a platform refuses the change'],
    [frozen, 'stopped, because it is not known whether a change took effect'],
  ];
  const off: AccountNotice = {
    tone: 'warn',
    text: 'Auto-sync is disabled: changes are counted, and sent when you enable it',
    link: { label: 'Enable', href: paths.settings },
  };
  const stuck = kinds.filter(([count]) => count > 0);
  return [
    ...(autoSync ? [] : [off]),
    ...stuck.map(([count, why]): AccountNotice => ({
      tone: 'warn',
      text: `${plural(count, 'variant is', 'variants are')} ${why}`,
      link: { label: 'Show', href: inventoryPath('needs_attention') },
    })),
  ];
}

/** Every notice that is true now, warnings first. Nothing is claimed that is not known. */
export function accountNotices({ status, missing, duplicate, disabled }: NoticeFacts): readonly AccountNotice[] {
  const notices: AccountNotice[] = [
    ...troubleNotices(status),
    ...countNotice('inventory_disabled', disabled, 'Inventory-tracking disabled', 'Inventory tracking is enabled for all variants'),
    ...countNotice('duplicate_skus', duplicate, 'Duplicate SKUs', 'No duplicate SKUs'),
    ...countNotice('missing_skus', missing, 'Variants without a SKU', 'All variants have SKUs'),
  ];
  if (status.autoSync) notices.push({ tone: 'good', text: 'Auto-sync is enabled', link: { label: 'Disable', href: paths.settings } });
  if (status.isSubscribed && status.billingMode !== 'none')
    notices.push({ tone: 'good', text: 'Your subscription is active', link: { label: 'View', href: paths.subscription } });
  if (status.shopifyAccess && status.squareAccess)
    notices.push({ tone: 'good', text: 'Both platforms are connected and authorized', link: null });
  return [...notices.filter((notice) => notice.tone === 'warn'), ...notices.filter((notice) => notice.tone === 'good')];
}

/** The notices that a filter lets through. */
export function filterNotices(notices: readonly AccountNotice[], filter: NoticeFilter): readonly AccountNotice[] {
  if (filter === 'none') return [];
  return filter === 'all' ? notices : notices.filter((notice) => notice.tone === 'warn');
}

/** What the merchant feels: how far a change on one side is usually ahead of the other. */
export function describeLag(lag: Lag): string {
  const [usual, most] = [describeDuration(lag.p50Ms), describeDuration(lag.p95Ms)];
  const rest = usual === most ? '' : `, and nineteen of twenty within ${most}`;
  return `In the last day a change usually reached the other side within ${usual}${rest}.`;
}

function describeDuration(ms: number): string {
  if (ms < 100) return 'a tenth of a second';
  if (ms < 10_000) return `${(ms / 1_000).toFixed(1)} s`;
  return ms < 90_000 ? `${Math.round(ms / 1_000)} s` : plural(Math.round(ms / 60_000), 'minute', 'minutes');
}
