import { historyRequest, readHistoryQuery } from '../merchant/history/history-query';
import { FLAT_TABLE_KEY, inventoryRequest, readListState, sortOf } from '../merchant/inventory/list-query';
import { eventViewOf, issuesRequest, LIST_LIMIT, readIssuesQuery, type EventView } from '../merchant/issues/issues-query';
import { locationRequest, readLocationQuery } from '../merchant/locations/location-query';
import { readTimelineQuery, timelineRequest } from '../merchant/timeline/timeline-query';
import type { EarlyCall } from '../shared/rpc/early-start';
import { readStored } from '../shared/state/storage';
import { SUBSCRIPTION_REQUEST } from '../shared/subscription-request';

/** What a page at an address loads first. */
export interface FirstRequests {
  /** The modules of its pages below `src/web`, without their ending; each is a chunk of its own. */
  readonly pages: readonly string[];
  readonly calls: readonly EarlyCall[];
}

/** A page: the addresses at which it is shown, its module, and its first calls. */
interface FirstPage {
  readonly path: RegExp;
  readonly page: string;
  calls?(params: URLSearchParams, captured: string): readonly EarlyCall[];
}

const call = (method: string, input: object = {}): EarlyCall => ({ method: `sh.${method}`, input });

/** Returns a part of a path as the router does; one that cannot be decoded stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const COUNTS = call('Inventory/GetInventoryCounts');
const ISSUE_COUNTS = [
  call('Issues/GetMissingSkuCounts'),
  call('Issues/GetDuplicateSkuCounts'),
  call('Issues/GetInventoryDisabledSkuCounts'),
];
const LOCATIONS = call('Locations/GetLocations');
const CONNECTIONS = call('Connections/GetConnections');
const SETTINGS = call('Account/GetAccountSettings');

const EVENTS: Readonly<Record<EventView, EarlyCall>> = {
  unlinked: call('Issues/GetUnlinked', { limit: LIST_LIMIT }),
  oversold: call('Issues/GetOversells', { limit: LIST_LIMIT, variantId: '' }),
  writers: call('Issues/GetWriterCases', { limit: LIST_LIMIT, variantId: '' }),
};

function inventoryCalls(params: URLSearchParams): readonly EarlyCall[] {
  const list = readListState(params);
  const sort = sortOf(list, readStored(FLAT_TABLE_KEY) !== 'false');
  return [
    COUNTS,
    call('Variants/GetCopies'),
    call('Inventory/GetSavedViews'),
    call('Inventory/GetInventory', inventoryRequest(list, sort)),
  ];
}

function issuesCalls(params: URLSearchParams): readonly EarlyCall[] {
  const events = eventViewOf(params);
  return [...ISSUE_COUNTS, events === null ? call('Issues/GetIssues', issuesRequest(readIssuesQuery(params))) : EVENTS[events]];
}

function timelineCalls(params: URLSearchParams): readonly EarlyCall[] {
  const query = readTimelineQuery(params, Date.now());
  return query.sku === '' ? [] : [call('History/GetTimeline', timelineRequest(query))];
}

/** Calls that ask a platform are not among them: the answer to all waits for the slowest. */
const PAGES: readonly FirstPage[] = [
  {
    path: /^\/(?:new\/|dashboard(?:\/.*)?|login|shopify\/index|square\/index)?(?:dashboard)?$/u,
    page: 'merchant/dashboard/dashboard-page',
    calls: () => [COUNTS, ...ISSUE_COUNTS],
  },
  { path: /^\/inventory$/u, page: 'merchant/inventory/inventory-page', calls: inventoryCalls },
  { path: /^\/issues$/u, page: 'merchant/issues/issues-page', calls: issuesCalls },
  { path: /^\/(?:new\/)?locations$/u, page: 'merchant/locations/locations-page', calls: () => [LOCATIONS] },
  {
    path: /^\/location\/([^/]+)$/u,
    page: 'merchant/locations/location-page',
    calls: (params, id) => [LOCATIONS, call('Inventory/GetLocationInventory', locationRequest(id, readLocationQuery(params)))],
  },
  {
    path: /^\/history$/u,
    page: 'merchant/history/history-page',
    calls: (params) => [call('History/GetHistory', historyRequest(readHistoryQuery(params)))],
  },
  { path: /^\/timeline$/u, page: 'merchant/timeline/timeline-page', calls: timelineCalls },
  { path: /^\/linking$/u, page: 'merchant/linking/linking-page' },
  {
    path: /^\/bulk-changes$/u,
    page: 'merchant/bulk-changes/bulk-changes-page',
    calls: () => [call('Inventory/GetBulkChanges')],
  },
  { path: /^\/bulk-changes\/[^/]+$/u, page: 'merchant/bulk-changes/bulk-change-page' },
  { path: /^\/settings$/u, page: 'merchant/settings/settings-page', calls: () => [SETTINGS] },
  { path: /^\/(?:new\/)?account$/u, page: 'merchant/settings/account-page' },
  { path: /^\/new\/account$/u, page: 'merchant/settings/settings-page', calls: () => [SETTINGS] },
  {
    path: /^\/subscription$/u,
    page: 'merchant/subscription/subscription-page',
    calls: () => [call('Subscriptions/GetSubscription', SUBSCRIPTION_REQUEST)],
  },
  { path: /^\/connections$/u, page: 'merchant/connections/connections-page', calls: () => [CONNECTIONS] },
  { path: /^\/new\/connections$/u, page: 'merchant/connections/new-site-connections-page', calls: () => [CONNECTIONS] },
  { path: /^\/connection\/[^/]+$/u, page: 'merchant/connections/connection-page', calls: () => [CONNECTIONS] },
  { path: /^\/(?:shopify|square)$/u, page: 'merchant/connections/platform-page', calls: () => [CONNECTIONS] },
  { path: /^\/verifyAccess$/u, page: 'merchant/connections/verify-access-page' },
  { path: /^\/test$/u, page: 'merchant/self-test/self-test-page', calls: () => [LOCATIONS, COUNTS] },
  { path: /^\/(?:new\/)?onboard$/u, page: 'merchant/onboarding/onboarding-page', calls: () => [LOCATIONS] },
  { path: /^\/(?:new\/)?help$/u, page: 'merchant/help/help-page' },
  { path: /^\/(?:privacy|terms)$/u, page: 'merchant/legal/legal-pages' },
  { path: /^\/new(?:\/.*)?$/u, page: 'new-site' },
  { path: /^\/new\/admin$/u, page: 'operator/new-site/admin-page' },
  { path: /^\/new\/external\/shopify$/u, page: 'operator/new-site/external-shopify-page' },
  { path: /^\/new\/external\/square$/u, page: 'operator/new-site/external-square-page' },
  { path: /^\/admin(?:\/.*)?$/u, page: 'operator/operator-screens' },
  { path: /^\/admin$/u, page: 'operator/fleet/fleet-page' },
  { path: /^\/admin\/account(?:\/[^/]*)?$/u, page: 'operator/account/account-page' },
  { path: /^\/admin\/account\/[^/]+\/webhooks$/u, page: 'operator/account/payloads-page' },
  { path: /^\/admin\/audit$/u, page: 'operator/audit/audit-page' },
  { path: /^\/admin\/alerts$/u, page: 'operator/alerts/alerts-page' },
  { path: /^\/admin\/dead-letters$/u, page: 'operator/dead-letters/dead-letters-page' },
  { path: /^\/admin\/pauses$/u, page: 'operator/pauses/pauses-page' },
];

/**
 * Returns what the page at an address loads first: the chunks of its pages, and the calls that it makes on its own. The status comes
 * first, because the server answers the first call before it starts the others (`worker/rpc/batch.ts`). Operators' calls are not made
 * early: the audit log records them as seen.
 */
export function firstRequests({ pathname, search }: Pick<Location, 'pathname' | 'search'>): FirstRequests {
  const path = pathname.length > 1 ? pathname.replace(/\/$/u, '') : pathname;
  const params = new URLSearchParams(search);
  const shown = PAGES.flatMap((page) => {
    const match = page.path.exec(path);
    return match === null ? [] : [{ page, captured: match[1] ?? '' }];
  });
  return {
    pages: shown.map(({ page }) => page.page),
    calls: [
      call('Account/GetAccountStatus'),
      call('Session/GetSessionData'),
      call('Session/GetAppInfo'),
      ...shown.flatMap(({ page, captured }) => page.calls?.(params, decoded(captured)) ?? []),
    ],
  };
}
