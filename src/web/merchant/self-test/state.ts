import { parseSource, sourceName } from '../../../domain/source';
import type { AccountStatus } from '../../../gen/sh/account_pb';
import type { ChannelCounts, Snapshot } from '../../../gen/sh/common_pb';
import type { AccessReport, PlatformAccess } from '../../../gen/sh/connections_pb';
import type { InventoryCounts } from '../../../gen/sh/inventory_pb';
import type { LocationsResponse } from '../../../gen/sh/locations_pb';
import { formatDay, formatHistoryTime } from '../../shared/dates';
import { formatCount, plural } from '../../shared/formats';
import { inventoryPath, issuesPath, paths, platformPath } from '../../shared/paths';
import { countNeeds, perPlatform } from '../../shared/state/needs';

/** What the test looks at; null while it is not known. */
export interface SelfTestFacts {
  readonly status: AccountStatus | null;
  readonly access: AccessReport | null;
  readonly locations: LocationsResponse | null;
  readonly counts: InventoryCounts | null;
  readonly issues: Readonly<Record<'missing' | 'duplicate' | 'disabled', ChannelCounts | null>>;
}

/** One thing that was looked at. */
export interface Check {
  /** What was looked at, in words that hold whatever was found. */
  readonly name: string;
  /** `waiting`: not known yet. `todo`: it works on by itself, or is the merchant's choice. */
  readonly outcome: 'waiting' | 'ok' | 'todo' | 'wrong';
  /** The real value that was found. */
  readonly found: string;
  /** What to do; '' when nothing. */
  readonly advice: string;
  /** Where to do it; null when there is nothing to do. */
  readonly link: { readonly label: string; readonly href: string } | null;
}

const QUANTITIES = 'Quantities';
const STUCK = 'Changes that were not passed on';

const WAITING = { outcome: 'waiting', found: 'Checking…', advice: '', link: null } as const;

const ok = (name: string, found: string): Check => ({ name, outcome: 'ok', found, advice: '', link: null });

/** Everything that must be right for stock to be kept in step, in the order in which to mend it. `now` in ms since epoch. */
export function selfTest(facts: SelfTestFacts, now: number): readonly Check[] {
  const { status, access } = facts;
  return [
    ...(['shopify', 'square'] as const).map((source) => {
      const name = `${sourceName(source)} access`;
      const found = access?.platforms.find((one) => one.source === source);
      return found === undefined ? { name, ...WAITING } : accessCheck(name, found);
    }),
    ...(['shopify', 'square'] as const).map((source) => {
      const name = `${sourceName(source)} webhooks`;
      const found = access?.platforms.find((one) => one.source === source);
      return found === undefined ? { name, ...WAITING } : webhookCheck(name, found);
    }),
    pairCheck(facts.locations),
    status === null ? { name: 'Subscription', ...WAITING } : subscriptionCheck(status, now),
    status === null ? { name: 'Auto-sync', ...WAITING } : autoSyncCheck(status),
    ...(['shopify', 'square'] as const).map((source) => {
      const name = `${sourceName(source)} catalog`;
      return status === null ? { name, ...WAITING } : snapshotCheck(name, status.snapshots.find((one) => one.name === source) ?? null);
    }),
    issuesCheck(facts.issues),
    status === null || facts.counts === null ? { name: QUANTITIES, ...WAITING } : driftCheck(status, facts.counts),
    status === null ? { name: STUCK, ...WAITING } : stuckCheck(status),
  ];
}

function accessCheck(name: string, access: PlatformAccess): Check {
  if (access.state === 'ok' || access.state === 'missing_webhooks') {
    return ok(name, `${access.name}, ${plural(access.grantedScopes.length, 'permission', 'permissions')}`);
  }
  return {
    name,
    outcome: access.state === 'unreachable' ? 'todo' : 'wrong',
    found: access.problem,
    advice: access.remedy,
    link: mend(access),
  };
}

function mend(access: PlatformAccess): Check['link'] {
  const source = parseSource(access.source);
  return source === null ? null : { label: 'Mend', href: platformPath(source) };
}

function webhookCheck(name: string, access: PlatformAccess): Check {
  if (access.state === 'not_connected' || access.state === 'refused') {
    return { name, outcome: 'wrong', found: access.problem, advice: 'It is told to once it lets us in again.', link: mend(access) };
  }
  if (!access.webhooksChecked) {
    return { name, outcome: 'todo', found: 'It could not be asked.', advice: 'Changes are also found by regular reading.', link: null };
  }
  if (access.missingWebhooks.length === 0) return ok(name, 'All webhooks are present');
  const found = `Missing: ${access.missingWebhooks.join(', ')}`;
  return { name, outcome: 'wrong', found, advice: access.remedy, link: null };
}

function pairCheck(locations: LocationsResponse | null): Check {
  const name = 'Paired locations';
  if (locations === null) return { name, ...WAITING };
  const [pair] = locations.synced;
  if (pair !== undefined) return ok(name, `${pair.shopifyName} (Shopify) and ${pair.squareName} (Square)`);
  return {
    name,
    outcome: 'wrong',
    found: 'No Synced Locations',
    advice: 'Choose the two locations that belong together.',
    link: { label: 'Choose', href: paths.locations },
  };
}

function subscriptionCheck(status: AccountStatus, now: number): Check {
  const name = 'Subscription';
  if (status.billingMode === 'none') return ok(name, 'Not needed: this installation charges nothing');
  if (status.isSubscribed) return ok(name, 'Active');
  const runs = status.accessEnds !== '' && Date.parse(status.accessEnds) > now;
  return {
    name,
    outcome: runs ? 'todo' : 'wrong',
    found: runs ? `Not subscribed; access runs until ${formatDay(status.accessEnds)}` : 'Not subscribed',
    advice: 'Subscribe, so that your stock stays in step.',
    link: { label: 'Subscribe', href: paths.subscription },
  };
}

function autoSyncCheck(status: AccountStatus): Check {
  const name = 'Auto-sync';
  if (!status.autoSync) {
    return {
      name,
      outcome: 'todo',
      found: 'Off: changes are counted and not sent',
      advice: 'Turn it on to send what is owed.',
      link: { label: 'Settings', href: paths.settings },
    };
  }
  const possible = status.shopifyAccess && status.squareAccess && status.hasMappedLocations;
  return status.listeningActive && possible
    ? ok(name, 'On, and changes are being sent')
    : {
        name,
        outcome: 'wrong',
        found: 'On, but nothing is being sent at the moment',
        advice: 'What is not in order above keeps it from sending.',
        link: null,
      };
}

function snapshotCheck(name: string, snapshot: Snapshot | null): Check {
  const link = { label: 'Dashboard', href: paths.dashboard };
  if (snapshot === null) {
    return { name, outcome: 'wrong', found: 'Not read yet', advice: 'It is read once two locations are paired.', link };
  }
  switch (snapshot.state) {
    case 'done':
      return ok(name, `${plural(snapshot.processed, 'variant', 'variants')}, ${formatHistoryTime(snapshot.completed)}`);
    case 'failed':
      return { name, outcome: 'wrong', found: snapshot.problem || 'It could not be read', advice: 'Refresh it on the dashboard.', link };
    default:
      return {
        name,
        outcome: 'todo',
        found: `Being read: ${formatCount(snapshot.processed)} so far`,
        advice: 'It goes on by itself.',
        link: null,
      };
  }
}

function issuesCheck({ missing, duplicate, disabled }: SelfTestFacts['issues']): Check {
  const name = 'SKUs and inventory tracking';
  if (missing === null || duplicate === null || disabled === null) return { name, ...WAITING };
  const kinds = [
    ['Without a SKU', 'missing_skus', missing],
    ['With a duplicate SKU', 'duplicate_skus', duplicate],
    ['Without inventory tracking', 'inventory_disabled', disabled],
  ] as const;
  const found = kinds.filter(([, , counts]) => counts.shopify + counts.square > 0);
  const [first] = found;
  if (first === undefined) return ok(name, 'No missing or duplicate SKUs, and inventory is tracked everywhere');
  return {
    name,
    outcome: 'todo',
    found: found.map(([what, , counts]) => `${what}: ${perPlatform(counts)}`).join('. '),
    advice: 'Variants without a SKU of their own cannot be matched, and those that are not tracked on both platforms do not sync.',
    link: { label: 'Show', href: issuesPath(first[1], first[2].shopify > 0 ? 'shopify' : 'square') },
  };
}

function driftCheck(status: AccountStatus, counts: InventoryCounts): Check {
  const name = QUANTITIES;
  const { differ, notTracked, waiting } = countNeeds(status, counts);
  const where = status.listeningActive ? 'on the way' : 'waiting';
  const onTheWay = waiting === 0 ? '' : `; ${plural(waiting, 'change is', 'changes are')} ${where}`;
  if (differ > 0) {
    return {
      name,
      outcome: 'todo',
      found: `${plural(differ, 'variant has', 'variants have')} quantities that differ or are not known${onTheWay}`,
      advice: 'Choose the correct quantity of each.',
      link: { label: 'Show', href: inventoryPath('out_of_sync') },
    };
  }
  if (notTracked > 0) {
    return {
      name,
      outcome: 'todo',
      found: `${plural(notTracked, 'variant is', 'variants are')} on both platforms and not tracked on both${onTheWay}`,
      advice: 'Their changes are not passed on until you turn inventory tracking on.',
      link: { label: 'Show', href: inventoryPath('not_tracked') },
    };
  }
  return ok(name, `${plural(counts.inSync, 'variant has', 'variants have')} the same quantity on both platforms${onTheWay}`);
}

function stuckCheck({ held, blocked, frozen }: AccountStatus): Check {
  const name = STUCK;
  const parts = [
    [held, 'held for your word'],
    [blocked, 'refused by a platform'],
    [frozen, 'stopped because nobody knows whether a change took effect'],
  ] as const;
  const stuck = parts.filter(([count]) => count > 0);
  if (stuck.length === 0) return ok(name, 'No change is held, refused or stopped');
  return {
    name,
    outcome: 'wrong',
    found: stuck.map(([count, why]) => `${formatCount(count)} ${why}`).join('; '),
    advice: 'Open each variant to see why, and decide.',
    link: { label: 'Show', href: inventoryPath('needs_attention') },
  };
}
