import type { Merchant } from './merchant';
import type { Platform } from './storm-catalog';
import { inLanes } from './storm-links-log';
import { numbersAt, timelineOf, type NumberAt, type TimelineLine } from './timeline-answers';
import type { Span, Stage } from './timeline-course';
import type { TruthRecord } from './timeline-record';

const PLATFORMS: readonly Platform[] = ['shopify', 'square'];
/** Shopify's times are whole seconds, so that a change counts from the start of its second (ms). */
const SECOND_MS = 1_000;
/** Where both platforms change within this time, the app may find one change while it writes the other (ms). */
const COLLISION_MS = 2_000;

/** How the app's answers compare with the truth. Counts are of numbers: each pair of a SKU and a time has two. */
export interface Verdict {
  /** Known and settled: equal to the truth. */
  settled: number;
  /** The same so close to a change that the truth is one of two numbers or more. */
  close: number;
  /** Known, while a part of it was on its way: within that part of the truth. */
  arriving: number;
  /** Between two changes that became one line, since the webhook of the first came after that of the second (decision 28, "Open"). */
  merged: number;
  /** Not known: before the first line; after a change that was dropped; around a change that no webhook told in time. */
  readonly unknown: { first: number; dropped: number; untold: number };
  /** What is wrong, in words. */
  readonly wrong: string[];
}

/** What is known of one SKU on one platform. */
interface Witness {
  readonly platform: Platform;
  readonly sku: string;
  /** All lines of the SKU, the oldest first. */
  readonly lines: readonly TimelineLine[];
  /** When its own changes took place, as its lines state (ms since 1970); and those of them that the app found by reading everything. */
  readonly stated: readonly number[];
  readonly found: readonly number[];
  /** When it was changed from outside (ms since 1970), the oldest first, and when the other platform was. */
  readonly changes: readonly number[];
  readonly others: readonly number[];
  readonly spans: readonly Span[];
  readonly record: TruthRecord;
}

interface Locations {
  readonly all: readonly { readonly name: string; readonly source: string }[];
}

/** Asks for both numbers of random SKUs at random times until now, `pairs` times, and compares each answer with the truth. */
export async function judgeTimelines(stage: Stage, pairs: number): Promise<Verdict> {
  const { merchant, variants, random, from } = stage;
  const until = Date.now();
  const witnesses = new Map<string, readonly Witness[]>();
  const { all } = (await merchant.rpc('sh.Locations/GetLocations')) as Locations;
  for (const { sku } of variants) witnesses.set(sku, await callWitnesses(stage, merchant, sku, all));
  const samples = Array.from({ length: pairs }, () => ({
    sku: variants[Math.floor(random() * variants.length)]?.sku ?? '',
    at: Math.floor(from + random() * (until - from)),
  }));
  const verdict: Verdict = { settled: 0, close: 0, arriving: 0, merged: 0, unknown: { first: 0, dropped: 0, untold: 0 }, wrong: [] };
  await inLanes(samples, async ({ sku, at }) => {
    const numbers = await numbersAt(merchant, sku, at);
    for (const witness of witnesses.get(sku) ?? []) judge(witness, at, numbers[witness.platform], verdict);
  });
  return verdict;
}

async function callWitnesses(
  { record, spans }: Stage,
  merchant: Merchant,
  sku: string,
  locations: Locations['all'],
): Promise<readonly Witness[]> {
  const lines = (await timelineOf(merchant, sku)).toReversed();
  return PLATFORMS.map((platform): Witness => {
    const here = new Set(locations.filter(({ source }) => source === platform).map(({ name }) => name));
    const own = lines.filter(({ row }) => here.has(row.location_name));
    const found = own.filter(({ row }) => row.originator === 'Shelfbridge');
    const others = record.changes(platform === 'shopify' ? 'square' : 'shopify', sku);
    return {
      platform,
      sku,
      lines,
      stated: timesOf(own),
      found: timesOf(found),
      changes: record.changes(platform, sku),
      others,
      spans,
      record,
    };
  });
}

const timesOf = (lines: readonly TimelineLine[]): number[] =>
  lines.flatMap(({ changed_at: at }) => (at === undefined ? [] : [Date.parse(at)]));

/** Compares one number with the truth, and counts it. */
function judge(witness: Witness, at: number, answer: NumberAt, verdict: Verdict): void {
  const { platform, sku, record } = witness;
  if (answer.quantity === undefined) {
    const why = whyUnknown(witness, at, answer);
    if (why === null)
      verdict.wrong.push(`${sku} on ${platform} at ${at} is not known, until ${answer.known_from}: nothing was untold then`);
    else verdict.unknown[why] += 1;
    return;
  }
  const { quantity, arriving } = answer;
  const had = record.had(platform, sku, at, platform === 'shopify' ? at + SECOND_MS : at);
  const right = arriving === 0 ? had.includes(quantity) : had.some((number) => Math.abs(quantity - number) <= Math.abs(arriving));
  if (right) verdict[arriving !== 0 ? 'arriving' : had.length > 1 ? 'close' : 'settled'] += 1;
  else if (isMerged(witness, at)) verdict.merged += 1;
  else verdict.wrong.push(`${sku} on ${platform} at ${at}: ${quantity}, of it ${arriving} on its way; it had ${had.join(' or ')}`);
}

/** Why a number may not be known, by the rules (HIS-18, HIS-19); null when none of them applies. */
function whyUnknown(witness: Witness, at: number, { known_from: knownFrom }: NumberAt): keyof Verdict['unknown'] | null {
  const { lines, platform } = witness;
  const last = lines.findLast(({ row }) => Date.parse(row.date) <= at);
  const end = knownFrom === '' ? Infinity : Date.parse(knownFrom);
  const beside = changesBeside(witness, at);
  if (beside.some((change) => change !== undefined && change <= end && isUntold(witness, change))) return 'untold';
  if (last === undefined) return 'first';
  return last[`${platform}_quantity`] === undefined ? 'dropped' : null;
}

/** Returns whether the app may have learned of a change without a webhook, or late. A reconciliation may find one before its webhook comes. */
function isUntold({ platform, spans, found, others }: Witness, change: number): boolean {
  return (
    hearingAt(spans, change) !== 'told' ||
    found.includes(statedTime(platform, change)) ||
    others.some((other) => Math.abs(other - change) < COLLISION_MS)
  );
}

/** The last change by a time and the first one after it, each counted from the time that the platform states. */
function changesBeside(
  { platform, changes }: Pick<Witness, 'platform' | 'changes'>,
  at: number,
): readonly [number | undefined, number | undefined] {
  return [changes.findLast((change) => statedTime(platform, change) <= at), changes.find((change) => statedTime(platform, change) > at)];
}

function statedTime(platform: Platform, change: number): number {
  return platform === 'shopify' ? Math.floor(change / SECOND_MS) * SECOND_MS : change;
}

/** Returns whether a time is between two changes that have one line, because their webhooks came in another order. */
function isMerged(witness: Witness, at: number): boolean {
  const { platform, stated, spans } = witness;
  const [first, next] = changesBeside(witness, at);
  if (first === undefined || next === undefined || [first, next].some((change) => hearingAt(spans, change) === 'untold')) return false;
  return !stated.some((time) => time >= statedTime(platform, first) && time < statedTime(platform, next));
}

function hearingAt(spans: readonly Span[], at: number): Span['hearing'] {
  return spans.find((span) => span.from <= at && at < span.until)?.hearing ?? 'told';
}
