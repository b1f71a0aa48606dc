import { createScheduledController, env } from 'cloudflare:test';
import { beforeAll, describe, expect, it, vi } from 'vitest';

import worker from '../../src/worker/index';
import { allowNoise } from '../support/fail-on-noise';
import { playScenario, workOn } from './data/scenario';
import { json } from './support/calls';
import { interceptPlatforms, LIMITS, runAlarm, waitUntilQuiet, waitUntilSettled, type PlatformHandler } from './support/client';
import { setClock } from './support/determinism';
import { killObject, restoreDump, shapeOf, takeDump, type Dump } from './support/dump';
import { PlatformAnswers } from './support/platform-answers';
import { Fixtures } from './support/recording';
import { runStep, Scenario, type Caller, type Step } from './support/steps';

const ACCOUNTS = ['1', '2', '3'];
const CALLERS = ['merchant', 'newcomer', 'operator'] as const satisfies readonly Caller[];

/** The product starts so soon after the dump (ms) that nothing has come due. */
const AT_ONCE_MS = 1_000;

/** Tasks of dead consumers are free after 45 s; a snapshot stops waiting for the other side's after 120 s. */
const LATER_MS = 75_000;

/**
 * Starts the product from stored rows in `test/fixtures/data` and compares what it shows and sends with what the release that wrote them
 * showed and sent. A run with WIRE_RECORD=all plays a scenario, dumps its rows and records the platforms' answers; other runs need no sandbox.
 */
const fixtures = new Fixtures('data');
const scenario = new Scenario();
let dump: Dump = { at: 0, cookies: {}, shared: { schema: [], tables: {} }, objects: {} };

/** Calls that show everything that is stored. */
const VIEWS: readonly Step[] = [
  json('sh.Account/GetAccountStatus', 'merchant'),
  json('sh.Account/GetAccountStatus', 'newcomer'),
  json('sh.Account/GetAccountSettings', 'merchant'),
  json('sh.Connections/GetConnections', 'merchant'),
  json('sh.Locations/GetLocations', 'merchant'),
  json('sh.Inventory/GetInventoryCounts', 'merchant'),
  json('sh.Inventory/GetInventoryCounts', 'newcomer'),
  json('sh.Inventory/GetInventory', 'merchant', { table: { limit: 100 } }),
  json('sh.Inventory/GetInventory', 'merchant', { view: 'needs_attention' }, { label: 'needs attention' }),
  json('sh.Inventory/GetInventory', 'newcomer', { table: { limit: 10 } }),
  json('sh.Issues/GetMissingSkuCounts', 'newcomer'),
  json('sh.Variants/GetCopies', 'merchant'),
  json('sh.Subscriptions/GetSubscription', 'merchant'),
  json('sh.History/GetHistory', 'merchant', { table: { limit: 100 } }),
  json('sh.Session/GetSessionData', 'operator'),
  json('sh.Admin/AdminGetAccounts', 'operator'),
  json('sh.Admin/AdminGetRegisteredTasks', 'operator'),
  json('sh.Admin/AdminGetWebhookPayloads', 'operator', { account_id: '1' }),
  // Each of these calls renews the account's row in the fleet.
  ...ACCOUNTS.map((id) => json('sh.Operations/GetAccountHealth', 'operator', { id }, { label: `account ${id}` })),
  json('sh.Operations/GetFleet', 'operator'),
  json('sh.Operations/GetAccountHearing', 'operator', { id: '1' }),
  ...ACCOUNTS.map((id) => json('sh.Operations/GetAccountTasks', 'operator', { id }, { label: `account ${id}` })),
  json('sh.Operations/GetDeadLetters', 'operator'),
  json('sh.Operations/GetAlerts', 'operator'),
  json('sh.Operations/GetWritePauses', 'operator'),
  json('sh.Operations/GetAudit', 'operator'),
];

/** Pairs other locations: the new pair must not have the number of an earlier one. */
const NEW_PAIR: readonly Step[] = [
  json('sh.Locations/DisconnectSyncedLocation', 'merchant', { id: '1' }),
  json('sh.Locations/SaveSyncedLocation', 'merchant', { location_id_shopify: '62001000002', location_id_square: 'LDEMO02' }),
  json('sh.Locations/GetLocations', 'merchant', {}, { label: 'a new pair' }),
];

/** Compares the views, and then further steps, with their recording, or records them. */
function compareViews(file: string, further: readonly Step[] = []): void {
  const recording = fixtures.recording(file);
  it.each([...VIEWS, ...further])('$name', async (step) => {
    allowNoise(/"level":"warn"/u);
    // Once the platforms answer, how many tasks there were before one depends on how fast the machine is.
    const masked = file === 'resumed' && step.name.startsWith('sh.Operations/GetAccountTasks') ? { masked: ['id'] } : {};
    await runStep({ ...step, ...masked }, scenario, recording);
  });
  it(`has every view of ${file}.json`, () => recording.finish());
}

/** Ends the work that is under way: queued messages arrive after a second, and consumers store how their work ended. */
async function endWork(): Promise<void> {
  interceptPlatforms(() => null);
  for (const accountId of ACCOUNTS) await killObject(accountId);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
}

/** Starts the product from the dump, this many ms after it was taken. */
async function startFromDump(ms: number, platforms: PlatformHandler): Promise<void> {
  await endWork();
  interceptPlatforms(platforms);
  setClock(dump.at + ms);
  await restoreDump(dump);
  for (const who of CALLERS) scenario.cookies[who].header = dump.cookies[who] ?? '';
}

/** Plays the scenario and dumps what it stored. */
async function recordDump(): Promise<Dump> {
  await playScenario(scenario);
  return takeDump(ACCOUNTS, Object.fromEntries(CALLERS.map((who) => [who, scenario.cookies[who].header])));
}

beforeAll(async () => {
  dump = fixtures.recordsRows ? await recordDump() : fixtures.read('dump', dump);
});

describe('stored data, while no platform answers', () => {
  beforeAll(() => startFromDump(AT_ONCE_MS, () => null));
  compareViews('opened', NEW_PAIR);
});

describe('stored data, once the platforms answer', () => {
  let platforms: PlatformAnswers;

  beforeAll(async () => {
    platforms = new PlatformAnswers(JSON.stringify(dump), fixtures.recordsRows ? [] : fixtures.read('platform-answers', []));
    await startFromDump(LATER_MS, fixtures.recordsRows ? platforms.record : platforms.replay);
  });

  it('repeats unanswered requests byte for byte, finishes open work, and continues', async () => {
    allowNoise(/"level":"(?:warn|error)"/u);
    await waitUntilQuiet();
    for (const accountId of ACCOUNTS) await runAlarm(accountId);
    // Other tasks wait for cron. Reports of health and cron raise alerts, which are listed in their order.
    await waitUntilSettled('health');
    await worker.scheduled(createScheduledController({ cron: '* * * * *' }), env);
    await waitUntilSettled();
    for (const accountId of ACCOUNTS) await runAlarm(accountId);
    await waitUntilSettled();
    await workOn(scenario);
    // A write may be due a little later, and alarms ring only when they are run.
    await vi.waitFor(async () => {
      for (const accountId of ACCOUNTS) await runAlarm(accountId);
      expect(platforms.sentWrites.length, 'writes sent').toBeGreaterThanOrEqual(platforms.recordedWrites.length);
    }, LIMITS);
    await waitUntilSettled();
    expect(platforms.sentWrites).toEqual(platforms.recordedWrites);
    expect(platforms.sentRequests).toEqual(platforms.recordedRequests);
    // Of each shop's subscriptions, one was made without a field that this release reads: it is updated in place.
    const subscription = {
      id: 'gid://shopify/WebhookSubscription/3',
      fields: '["id","admin_graphql_api_id","title","status","vendor","product_type","tags","variants","variant_gids"]',
    };
    for (const changed of platforms.changedSubscriptions) {
      expect(changed).toContain(`"id":"${subscription.id}"`);
      expect(changed).toContain(`"includeFields":${subscription.fields}`);
    }
    expect(platforms.changedSubscriptions).toHaveLength(fixtures.recordsRows ? 0 : 3);
    if (fixtures.recordsRows) await fixtures.write('platform-answers', platforms.recorded);
  });

  compareViews('resumed');

  it('leaves rows of the same shape, which the earlier release can read', async () => {
    await fixtures.compare('shapes', shapeOf(await takeDump(ACCOUNTS, {})));
  });
});

it('has the user-facing texts, and the dump if this run made it', async () => {
  if (fixtures.recordsRows) await fixtures.write('dump', dump);
  await fixtures.finish();
});
