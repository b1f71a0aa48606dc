import { parseSource, sourceName, SOURCES } from '../../../domain/source';
import type { AccountStatus } from '../../../gen/sh/account_pb';
import type { ChannelCounts, Snapshot } from '../../../gen/sh/common_pb';
import type { AccessReport, PlatformAccess } from '../../../gen/sh/connections_pb';
import type { InventoryCounts } from '../../../gen/sh/inventory_pb';
import type { LocationsResponse } from '../../../gen/sh/locations_pb';
import { formatDay } from '../../shared/dates';
import { formatHistoryTime } from '../../shared/history-time';
import { inventoryPath, issuesPath, paths, platformPath } from '../../shared/paths';
import { countNeeds, isSending, perPlatform } from '../../shared/state/needs';
import { text } from './self-test.text';

/** The data that the self-test checks; null while it is unknown. */
export interface SelfTestFacts {
  readonly status: AccountStatus | null;
  readonly access: AccessReport | null;
  readonly locations: LocationsResponse | null;
  readonly counts: InventoryCounts | null;
  readonly issues: Readonly<Record<'missing' | 'duplicate' | 'disabled', ChannelCounts | null>>;
}

/** One check and its result. */
export interface Check {
  /** What was checked, whatever the outcome. */
  readonly name: string;
  /** `waiting`: not known yet. `todo`: resolves by itself, or is the merchant's choice. */
  readonly outcome: 'waiting' | 'ok' | 'todo' | 'wrong';
  /** The value that was found. */
  readonly found: string;
  /** What to do; '' when there is nothing to do. */
  readonly advice: string;
  /** Where to do it; null when there is nothing to do. */
  readonly link: { readonly label: string; readonly href: string } | null;
}

const WAITING = { outcome: 'waiting', found: text.checking, advice: '', link: null } as const;

const ok = (name: string, found: string): Check => ({ name, outcome: 'ok', found, advice: '', link: null });

/** Runs all checks, in the order in which to fix them. `now` in ms since epoch. */
export function selfTest(facts: SelfTestFacts, now: number): readonly Check[] {
  const { status, access } = facts;
  return [
    ...SOURCES.map((source) => {
      const name = text.access.name(sourceName(source));
      const found = access?.platforms.find((one) => one.source === source);
      return found === undefined ? { name, ...WAITING } : accessCheck(name, found);
    }),
    ...SOURCES.map((source) => {
      const name = text.webhooks.name(sourceName(source));
      const found = access?.platforms.find((one) => one.source === source);
      return found === undefined ? { name, ...WAITING } : webhookCheck(name, found);
    }),
    pairCheck(facts.locations),
    status === null ? { name: text.subscription.name, ...WAITING } : subscriptionCheck(status, now),
    status === null ? { name: text.autoSync.name, ...WAITING } : autoSyncCheck(status),
    ...SOURCES.map((source) => {
      const name = text.catalog.name(sourceName(source));
      return status === null ? { name, ...WAITING } : snapshotCheck(name, status.snapshots.find((one) => one.name === source) ?? null);
    }),
    issuesCheck(facts.issues),
    status === null || facts.counts === null ? { name: text.quantities.name, ...WAITING } : driftCheck(status, facts.counts),
    status === null ? { name: text.stuck.name, ...WAITING } : stuckCheck(status),
  ];
}

function accessCheck(name: string, access: PlatformAccess): Check {
  if (access.state === 'ok' || access.state === 'missing_webhooks') {
    return ok(name, text.access.granted(access.name, access.grantedScopes.length));
  }
  return {
    name,
    outcome: access.state === 'unreachable' ? 'todo' : 'wrong',
    found: access.problem,
    advice: access.remedy,
    link: fixLink(access),
  };
}

function fixLink(access: PlatformAccess): Check['link'] {
  const source = parseSource(access.source);
  return source === null ? null : { label: text.access.fix, href: platformPath(source) };
}

function webhookCheck(name: string, access: PlatformAccess): Check {
  if (access.state === 'not_connected' || access.state === 'refused') {
    return { name, outcome: 'wrong', found: access.problem, advice: text.webhooks.noAccess, link: fixLink(access) };
  }
  if (!access.webhooksChecked) {
    return { name, outcome: 'todo', found: text.webhooks.unknown, advice: text.webhooks.unknownAdvice, link: null };
  }
  if (access.missingWebhooks.length === 0) return ok(name, text.webhooks.present);
  return { name, outcome: 'wrong', found: text.webhooks.missing(access.missingWebhooks), advice: access.remedy, link: null };
}

function pairCheck(locations: LocationsResponse | null): Check {
  const { name } = text.pair;
  if (locations === null) return { name, ...WAITING };
  const [pair] = locations.synced;
  if (pair !== undefined) return ok(name, text.pair.found(pair.shopifyName, pair.squareName));
  return {
    name,
    outcome: 'wrong',
    found: text.pair.none,
    advice: text.pair.advice,
    link: { label: text.pair.choose, href: paths.locations },
  };
}

function subscriptionCheck(status: AccountStatus, now: number): Check {
  const { name } = text.subscription;
  if (status.billingMode === 'none') return ok(name, text.subscription.notNeeded);
  if (status.isSubscribed) return ok(name, text.subscription.active);
  const hasAccess = status.accessEnds !== '' && Date.parse(status.accessEnds) > now;
  return {
    name,
    outcome: hasAccess ? 'todo' : 'wrong',
    found: hasAccess ? text.subscription.accessUntil(formatDay(status.accessEnds)) : text.subscription.notSubscribed,
    advice: text.subscription.advice,
    link: { label: text.subscription.subscribe, href: paths.subscription },
  };
}

function autoSyncCheck(status: AccountStatus): Check {
  const { name } = text.autoSync;
  if (status.watchingSince !== '') {
    return {
      name,
      outcome: 'todo',
      found: text.autoSync.watching,
      advice: text.autoSync.watchingAdvice,
      link: { label: text.catalog.dashboard, href: paths.dashboard },
    };
  }
  if (!status.autoSync) {
    return {
      name,
      outcome: 'todo',
      found: text.autoSync.off,
      advice: text.autoSync.offAdvice,
      link: { label: text.autoSync.settings, href: paths.settings },
    };
  }
  const possible = status.shopifyAccess && status.squareAccess && status.hasMappedLocations;
  return isSending(status) && possible
    ? ok(name, text.autoSync.on)
    : {
        name,
        outcome: 'wrong',
        found: text.autoSync.blocked,
        advice: text.autoSync.blockedAdvice,
        link: null,
      };
}

function snapshotCheck(name: string, snapshot: Snapshot | null): Check {
  const link = { label: text.catalog.dashboard, href: paths.dashboard };
  if (snapshot === null) {
    return { name, outcome: 'wrong', found: text.catalog.notRead, advice: text.catalog.notReadAdvice, link };
  }
  switch (snapshot.state) {
    case 'done':
      return ok(name, text.catalog.done(snapshot.processed, formatHistoryTime(snapshot.completed)));
    case 'failed':
      return { name, outcome: 'wrong', found: snapshot.problem || text.catalog.failed, advice: text.catalog.failedAdvice, link };
    default:
      return {
        name,
        outcome: 'todo',
        found: text.catalog.reading(snapshot.processed),
        advice: text.catalog.readingAdvice,
        link: null,
      };
  }
}

function issuesCheck({ missing, duplicate, disabled }: SelfTestFacts['issues']): Check {
  const { name } = text.issues;
  if (missing === null || duplicate === null || disabled === null) return { name, ...WAITING };
  const kinds = [
    [text.issues.missing, 'missing_skus', missing],
    [text.issues.duplicate, 'duplicate_skus', duplicate],
    [text.issues.disabled, 'inventory_disabled', disabled],
  ] as const;
  const found = kinds.filter(([, , counts]) => counts.shopify + counts.square > 0);
  const [first] = found;
  if (first === undefined) return ok(name, text.issues.none);
  return {
    name,
    outcome: 'todo',
    found: found.map(([what, , counts]) => text.issues.counted(what, perPlatform(counts))).join('. '),
    advice: text.issues.advice,
    link: { label: text.show, href: issuesPath(first[1], first[2].shopify > 0 ? 'shopify' : 'square') },
  };
}

function driftCheck(status: AccountStatus, counts: InventoryCounts): Check {
  const { name } = text.quantities;
  const { differ, notTracked, waiting } = countNeeds(status, counts);
  const changes = waiting === 0 ? '' : text.quantities.changes(waiting, isSending(status));
  if (differ > 0) {
    return {
      name,
      outcome: 'todo',
      found: `${text.quantities.differ(differ)}${changes}`,
      advice: text.quantities.differAdvice,
      link: { label: text.show, href: inventoryPath('out_of_sync') },
    };
  }
  if (notTracked > 0) {
    return {
      name,
      outcome: 'todo',
      found: `${text.quantities.notTracked(notTracked)}${changes}`,
      advice: text.quantities.notTrackedAdvice,
      link: { label: text.show, href: inventoryPath('not_tracked') },
    };
  }
  return ok(name, `${text.quantities.equal(counts.inSync)}${changes}`);
}

function stuckCheck({ held, blocked, frozen, writersHeld }: AccountStatus): Check {
  const { name } = text.stuck;
  const parts = [
    [held, text.stuck.held],
    [blocked, text.stuck.blocked],
    [frozen, text.stuck.frozen],
    [writersHeld, text.stuck.writersHeld],
  ] as const;
  const stuck = parts.filter(([count]) => count > 0);
  if (stuck.length === 0) return ok(name, text.stuck.none);
  return {
    name,
    outcome: 'wrong',
    found: stuck.map(([count, describe]) => describe(count)).join('; '),
    advice: text.stuck.advice,
    link: { label: text.show, href: inventoryPath('needs_attention') },
  };
}
