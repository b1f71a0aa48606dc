import { SOURCES, sourceName, type Source } from '../../../domain/source';
import type { AccountStatus } from '../../../gen/sh/account_pb';
import type { ChannelCounts, Snapshot } from '../../../gen/sh/common_pb';
import type { InventoryCounts } from '../../../gen/sh/inventory_pb';
import type { Tone } from '../../shared/components/notice';
import { formatDay, readDate } from '../../shared/dates';
import { inventoryPath, issuesPath, oversoldPath, paths, platformPath, unlinkedPath, writersPath } from '../../shared/paths';
import { sharedText } from '../../shared/shared.text';
import { countNeeds, isSending, type Needs } from '../../shared/state/needs';
import { describeProblems } from '../../shared/state/problems';
import { isAllOnHold } from '../../shared/state/writers';
import { writerCasesText } from '../../shared/writer-cases.text';
import { text } from './dashboard.text';

/** The answer at the top of the page: is my stock right, and if not, what do I do? */
export interface StockAnswer {
  readonly tone: Tone;
  readonly headline: string;
  readonly detail: string;
}

/** Returns a platform's snapshot, found by name; null when there is none. */
export function snapshotOf(status: AccountStatus, source: Source): Snapshot | null {
  return status.snapshots.find((snapshot) => snapshot.name === source) ?? null;
}

/** Returns why a platform's latest read waits for the merchant's approval before it is applied; '' when none does. */
export function reviewReason(status: AccountStatus, source: Source): string {
  return source === 'shopify' ? status.shopifyDoubt : status.squareDoubt;
}

/** Whether a snapshot is queued or running. */
export function isReading(snapshot: Snapshot | null): boolean {
  return snapshot !== null && (snapshot.state === 'queued' || snapshot.state === 'running');
}

/** Returns the answer for an account whose counts say nothing yet: no pair, a lost connection, a first read, no variants. Null otherwise. */
function findBlocker(status: AccountStatus, counts: InventoryCounts): StockAnswer | null {
  if (!status.hasMappedLocations) return { tone: 'warn', headline: text.stock.notPaired, detail: text.stock.selectLocations };
  const lost = SOURCES.filter((source) => !hasAccess(connectionOf(status, source).state));
  if (lost.length > 0) {
    const lastRead = counts.all === 0 ? '' : text.stock.lastRead(counts.inSync, counts.all);
    return {
      tone: 'bad',
      headline: text.stock.notConnected(lost.map(sourceName)),
      detail: joinSentences([text.stock.reconnect, lastRead]),
    };
  }
  const reading = status.snapshots.some(isReading) || describeReading(status) !== '';
  // Nothing is in sync while a catalog is being read: this is the first read, and the counts mean nothing yet.
  if (reading && counts.inSync === 0) return { tone: 'info', headline: text.stock.firstRead, detail: text.stock.firstReadGoesOn };
  if (counts.all === 0) return { tone: 'info', headline: text.stock.empty, detail: text.stock.addProducts };
  return null;
}

/** Whether the stock answer already shows the connections' problems, so that the panels need not repeat them. */
export function answerShowsProblems(status: AccountStatus, counts: InventoryCounts | null): boolean {
  return counts !== null && findBlocker(status, counts) === null;
}

/** Returns the answer for the account's present state. */
export function decideAnswer(status: AccountStatus, counts: InventoryCounts): StockAnswer {
  const blocker = findBlocker(status, counts);
  if (blocker !== null) return blocker;
  const needs = countNeeds(status, counts);
  const needAttention = needs.differ + needs.alone + needs.notTracked;
  const problems = describeProblems(status);
  const reading = describeReading(status);
  const isGood = needAttention + needs.stuck + needs.onHold === 0 && problems === '' && isSending(status);
  const detail = joinSentences([reading, problems, notSyncingText(status), describeNeeds(needs), syncingText(status, needs)]);
  return {
    tone: !isGood ? 'warn' : reading === '' ? 'good' : 'info',
    headline: headline(counts, needs, needAttention, reading !== ''),
    detail: detail === '' ? text.stock.nothingToDo : detail,
  };
}

/** What a merchant can do next about many variants at once. */
export type NextStep = 'level' | 'link';

/** Returns the steps that fix what needs attention for many variants at once; none before both catalogs are read. */
export function nextSteps(status: AccountStatus, counts: InventoryCounts): readonly NextStep[] {
  if (findBlocker(status, counts) !== null) return [];
  const { differ } = countNeeds(status, counts);
  // Only what is on either platform alone may be the same as something there.
  const canLink = counts.onlyShopify > 0 && counts.onlySquare > 0;
  return [...(differ > 0 ? ['level' as const] : []), ...(canLink ? ['link' as const] : [])];
}

function joinSentences(sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** Returns which changed products are being read, when that takes a while; '' otherwise. */
export function describeReading({ shopifyChangesWaiting, squareChangesWaiting }: AccountStatus): string {
  const parts = [
    ...(shopifyChangesWaiting > 0 ? [text.stock.fromShopify(shopifyChangesWaiting)] : []),
    ...(squareChangesWaiting ? [text.stock.fromSquare] : []),
  ];
  return parts.length === 0 ? '' : text.stock.reading(parts);
}

function syncingText(status: AccountStatus, { waiting }: Needs): string {
  const { listeningActive, writePauses } = status;
  if (waiting === 0 || !listeningActive) return '';
  if (isAllOnHold(status)) return text.stock.waiting(waiting);
  return writePauses.length === 0 ? text.stock.syncing(waiting) : text.stock.waitingForPause(waiting);
}

function headline(counts: InventoryCounts, { stuck, onHold, waiting }: Needs, needAttention: number, isReading: boolean): string {
  if (counts.inSync === counts.all && !isReading) {
    // A change that has not arrived leaves the quantities equal for a while or for good: that is not in sync.
    return stuck + onHold + waiting > 0 ? text.stock.allEqual(counts.all) : text.stock.allInSync(counts.all);
  }
  return joinSentences([text.stock.inSync(counts.inSync, counts.all), needAttention === 0 ? '' : text.stock.needAttention(needAttention)]);
}

/** Counts the variants that need attention by reason; each reason has a place further down the page where it is fixed. */
function describeNeeds({ differ, alone, notTracked, stuck, onHold, suspected }: Needs): string {
  const parts = [
    ...(differ > 0 ? [text.stock.differ(differ)] : []),
    ...(alone > 0 ? [text.stock.alone(alone)] : []),
    ...(notTracked > 0 ? [text.stock.notTracked(notTracked)] : []),
    ...(stuck > 0 ? [text.stock.stuck(stuck)] : []),
    ...(onHold > 0 ? [text.stock.onHold(onHold)] : []),
    ...(suspected > 0 ? [text.stock.suspected(suspected)] : []),
  ];
  return parts.length === 0 ? '' : `${parts.join(', ')}.`;
}

/** Returns why no changes are sent; '' while they are. */
function notSyncingText(status: AccountStatus): string {
  const { autoSync, listeningActive, owed, watchingSince } = status;
  if (listeningActive) return isAllOnHold(status) ? text.stock.allOnHold : '';
  if (watchingSince !== '') return text.stock.watching;
  if (autoSync) return text.stock.notSyncing;
  return joinSentences([text.stock.autoSyncOff, owed === 0 ? '' : text.stock.waiting(owed)]);
}

/** The state of a platform's connection. */
export type ConnectionState = 'connected' | 'degraded' | 'needs_reconnect' | 'disconnected';

/** Whether a connection in this state gives us access to the platform. */
export function hasAccess(state: ConnectionState): boolean {
  return state === 'connected' || state === 'degraded';
}

/** Reads a connection's state, its name and its problem from the account's status. */
export function connectionOf(status: AccountStatus, source: Source): { state: ConnectionState; name: string; problem: string } {
  const [access, name, problem] =
    source === 'shopify'
      ? [status.shopifyAccess, status.shopifyName, status.shopifyProblem]
      : [status.squareAccess, status.squareName, status.squareProblem];
  if (access) return { state: problem === '' ? 'connected' : 'degraded', name, problem };
  // A connection that ended with a problem was refused by the platform; without one, the merchant disconnected it.
  return { state: name !== '' && problem !== '' ? 'needs_reconnect' : 'disconnected', name, problem };
}

/** Returns the status of a platform's snapshot and its date (RFC 3339; '' without one). */
export function snapshotStatus(snapshot: Snapshot | null, connected: boolean): { readonly label: string; readonly at: string } {
  if (!connected) return { label: text.snapshot.notConnected, at: '' };
  if (snapshot === null) return { label: text.snapshot.never, at: '' };
  const { state, started, completed, lastUpdated } = snapshot;
  if (state === 'failed') return { label: text.snapshot.failed, at: lastUpdated };
  const [startDate, endDate, updateDate] = [readDate(started), readDate(completed), readDate(lastUpdated)];
  if (updateDate !== null && (endDate === null || updateDate.isAfter(endDate))) return { label: text.snapshot.updated, at: lastUpdated };
  if (endDate !== null) return { label: text.snapshot.taken, at: completed };
  if (startDate !== null) return { label: text.snapshot.created, at: started };
  return { label: state === 'queued' ? text.snapshot.queued : text.snapshot.never, at: '' };
}

/** Returns a snapshot's progress, 0 to 100; null while its size is not known. */
export function snapshotPercent(snapshot: Snapshot): number | null {
  return snapshot.total > 0 ? Math.min(100, Math.floor((snapshot.processed / snapshot.total) * 100)) : null;
}

/** Returns the text of the subscription banner; null when the account is subscribed. `now` in ms since epoch. */
export function deactivationText(status: AccountStatus, now: number): string | null {
  if (status.isSubscribed || status.billingMode === 'none') return null;
  const ends = readDate(status.accessEnds);
  return ends !== null && ends.valueOf() > now ? text.banners.deactivatedOn(formatDay(status.accessEnds)) : text.banners.deactivated;
}

/** Whether every onboarding step is done. */
export function isOnboarded(status: AccountStatus): boolean {
  return status.shopifyAccess && status.squareAccess && status.hasMappedLocations && (status.isSubscribed || status.billingMode === 'none');
}

/** Which of the account's notices are shown. */
export type NoticeFilter = 'none' | 'warnings' | 'all';

/** One notice about the account. */
export interface AccountNotice {
  readonly tone: 'good' | 'warn';
  readonly text: string;
  readonly link: { readonly label: string; readonly href: string } | null;
}

/** The facts that the notices are derived from; counts are null while not known. */
export interface NoticeFacts {
  readonly status: AccountStatus;
  readonly missing: ChannelCounts | null;
  readonly duplicate: ChannelCounts | null;
  readonly disabled: ChannelCounts | null;
}

function countNotice(view: string, counts: ChannelCounts | null, warning: string, fine: string): AccountNotice[] {
  if (counts === null) return [];
  if (counts.shopify + counts.square === 0) return [{ tone: 'good', text: fine, link: null }];
  const link = { label: text.show, href: issuesPath(view, counts.shopify > 0 ? 'shopify' : 'square') };
  return [{ tone: 'warn', text: text.notices.counted(warning, sharedText.perPlatform(counts)), link }];
}

/** Returns the notices about units sold twice and changes that are not sent now: they come before everything that can wait. */
function notSyncingNotices({
  autoSync,
  held,
  blocked,
  frozen,
  unlinked,
  oversold,
  squareAccess,
  newWriters,
  writersHeld,
  writersSuspected,
}: AccountStatus): AccountNotice[] {
  const stuck = [
    ...(held > 0 ? [text.notices.held(held)] : []),
    ...(blocked > 0 ? [text.notices.blocked(blocked)] : []),
    ...(frozen > 0 ? [text.notices.indeterminate(frozen)] : []),
  ];
  const enable = { label: text.notices.enable, href: paths.settings };
  const show = { label: text.show, href: inventoryPath('needs_attention') };
  const decide = { label: text.show, href: writersPath };
  return [
    ...(autoSync ? [] : [{ tone: 'warn', text: text.notices.autoSyncOff, link: enable } as const]),
    ...(writersHeld > 0 ? [{ tone: 'warn', text: writerCasesText.banner(writersHeld), link: decide } as const] : []),
    ...(writersSuspected > 0 ? [{ tone: 'warn', text: text.notices.writersSuspected(writersSuspected), link: decide } as const] : []),
    ...(squareAccess && newWriters > 0
      ? [{ tone: 'warn', text: text.notices.newWriters(newWriters), link: { label: text.show, href: platformPath('square') } } as const]
      : []),
    ...(oversold > 0
      ? [{ tone: 'warn', text: text.notices.oversold(oversold), link: { label: text.show, href: oversoldPath } } as const]
      : []),
    ...(unlinked > 0
      ? [{ tone: 'warn', text: text.notices.unlinked(unlinked), link: { label: text.show, href: unlinkedPath } } as const]
      : []),
    ...stuck.map((notice) => ({ tone: 'warn', text: notice, link: show }) as const),
  ];
}

/** Returns every notice that is true now, warnings first. Facts that are not known make no notice. */
export function accountNotices({ status, missing, duplicate, disabled }: NoticeFacts): readonly AccountNotice[] {
  const { notices: texts } = text;
  const notices: AccountNotice[] = [
    ...notSyncingNotices(status),
    ...countNotice('inventory_disabled', disabled, texts.trackingDisabled, texts.trackingEnabled),
    ...countNotice('duplicate_skus', duplicate, texts.duplicateSkus, texts.noDuplicateSkus),
    ...countNotice('missing_skus', missing, texts.missingSkus, texts.noMissingSkus),
  ];
  if (status.autoSync && status.watchingSince === '')
    notices.push({ tone: 'good', text: texts.autoSyncOn, link: { label: texts.disable, href: paths.settings } });
  if (status.isSubscribed && status.billingMode !== 'none')
    notices.push({ tone: 'good', text: texts.subscribed, link: { label: texts.view, href: paths.subscription } });
  if (status.shopifyAccess && status.squareAccess) notices.push({ tone: 'good', text: texts.authorized, link: null });
  return [...notices.filter((notice) => notice.tone === 'warn'), ...notices.filter((notice) => notice.tone === 'good')];
}

/** Returns the notices that pass a filter. */
export function filterNotices(notices: readonly AccountNotice[], filter: NoticeFilter): readonly AccountNotice[] {
  if (filter === 'none') return [];
  return filter === 'all' ? notices : notices.filter((notice) => notice.tone === 'warn');
}
