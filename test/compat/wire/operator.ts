import { createScheduledController, env } from 'cloudflare:test';

import worker from '../../../src/worker/index';
import { both, json, protobuf } from '../support/calls';
import { runAlarm, waitUntilSettled } from '../support/client';
import { setClock } from '../support/determinism';
import type { Scenario, Step } from '../support/steps';

const ACCOUNT = { id: '1' };

/** Calls that read. */
export const OPERATOR_READS: readonly Step[] = [
  ...both('sh.Session/GetSessionData', 'operator'),
  ...both('sh.Session/Test', 'operator'),
  json('sh.Session/ImpersonateDomain', 'impersonator', { domain: 'demo' }),
  ...both('sh.Session/GetSessionData', 'impersonator'),
  ...both('sh.External/GetExternalShopifyItems', 'impersonator', { limit: 2 }),
  ...both('sh.External/GetExternalShopifyProduct', 'impersonator', (scenario: Scenario) => ({
    id: scenario.variant('TEE-HRB-S').product_id,
  })),
  ...both('sh.External/GetExternalShopifyVariant', 'impersonator', (scenario: Scenario) => ({
    id: scenario.variant('TEE-HRB-S').shopify_id,
  })),
  ...both('sh.External/GetExternalSquareItems', 'impersonator', { limit: 2 }, { masked: ['next_cursor'] }),
  ...both('sh.External/GetExternalSquareItem', 'impersonator', (scenario: Scenario) => ({ id: scenario.variant('PCRD-HRB').product_id })),
  ...both('sh.External/GetExternalSquareVariation', 'impersonator', (scenario: Scenario) => ({
    id: scenario.variant('TEE-HRB-S').square_id,
  })),
  ...both('sh.Admin/AdminGetAccounts', 'operator', { limit: 10, query: 'myshopify' }),
  json('sh.Admin/AdminGetAccounts', 'operator', { only_active: true }, { label: 'active' }),
  json('sh.Admin/AdminGetAccounts', 'operator', { offset: 1, limit: 1 }, { label: 'a page' }),
  ...both('sh.Admin/AdminGetAccount', 'operator', ACCOUNT),
  ...both('sh.Admin/AdminGetWebhooks', 'operator', ACCOUNT),
  ...both('sh.Admin/AdminGetScopes', 'operator', ACCOUNT),
  ...both('sh.Admin/AdminGetRegisteredTasks', 'operator'),
  ...both('sh.Admin/AdminGetSquareAuthToken', 'operator', { merchant_id: 'MLDEMO' }),
  ...both('sh.Operations/GetFleet', 'operator', { limit: 50, sort: 'domain' }),
  ...both('sh.Operations/GetAccountHealth', 'operator', ACCOUNT),
  ...both('sh.Operations/GetAccountHearing', 'operator', ACCOUNT),
  ...both('sh.Operations/GetAccountTasks', 'operator', ACCOUNT),
  ...both('sh.Operations/GetAlerts', 'operator', { limit: 20 }),
  ...both('sh.Operations/GetWritePauses', 'operator', {}, { label: 'none' }),
];

const PAUSE = { account_id: '1', source: 'square', reason: 'Square asked us to wait' };

const NEW_WEBHOOK = {
  account_id: '1',
  subscription: { topic: 'CARTS_CREATE', google_project: 'shelf-of-one', google_topic: 'hooks' },
};

/** Calls that change something. */
export const OPERATOR_CHANGES: readonly Step[] = [
  json('sh.Admin/AdminSaveWebhook', 'operator', NEW_WEBHOOK),
  json('sh.Admin/AdminSaveWebhook', 'operator', NEW_WEBHOOK, { label: 'once more' }),
  protobuf('sh.Admin/AdminAddAllWebhooks', 'operator', { id: 1 }, { settles: true }),
  json('sh.Admin/AdminGetWebhooks', 'operator', ACCOUNT, { label: 'after a change' }),
  json('sh.Admin/AdminBuildSnapshot', 'operator', { account_id: '1', source: 'square' }, { settles: true }),
  json('sh.Admin/AdminSyncLocations', 'operator', { account_id: '1', source: 'square' }, { settles: true }),
  json('sh.Admin/AdminUpdateTaskCounts', 'operator', { task_counts: [{ name: 'snapshot', desired: 4 }] }, { settles: true }),
  json('sh.Admin/AdminGetSquareAuthToken', 'operator', { merchant_id: 'MLDEMO', refresh: true }, { label: 'renewed' }),
  json('sh.Admin/AdminSquareAccessRevoked', 'operator', { merchant_id: 'MLDEMO' }, { label: 'not confirmed', settles: true }),
  json('sh.Admin/AdminSquareLocationsChanged', 'operator', { merchant_id: 'MLDEMO' }, { settles: true }),
  json('sh.Admin/AdminShopifyAppUninstalled', 'operator', { domain: 'demo' }, { label: 'not confirmed', settles: true }),
  json('sh.Admin/AdminShopifyLocationsChanged', 'operator', { domain: 'demo.myshopify.com' }, { settles: true }),
  json('sh.Admin/AdminShopifyShopUpdated', 'operator', { domain: 'demo.myshopify.com' }, { settles: true }),
  json(
    'sh.Admin/AdminShopifyAppSubscriptionUpdated',
    'operator',
    { domain: 'demo.myshopify.com', subscription_id: '29900000001', status: 'ACTIVE' },
    { settles: true },
  ),
  json('sh.Operations/ReconcileAccount', 'operator', ACCOUNT, { settles: true }),
  json('sh.Operations/PauseWrites', 'operator', PAUSE),
  ...both('sh.Operations/GetWritePauses', 'operator'),
  json('sh.Account/GetAccountStatus', 'merchant', {}, { label: 'paused' }),
  protobuf('sh.Operations/ResumeWrites', 'operator', { ...PAUSE, reason: 'Square is well again' }, { settles: true }),
];

/** Calls that show what the other groups left behind: alerts, receipts, dead letters, audit. */
export const OPERATOR_RECORDS: readonly Step[] = [
  json('sh.Admin/AdminGetRegisteredTasks', 'operator', {}, { label: 'after cron', before: runDueWork }),
  ...both('sh.Operations/GetAlerts', 'operator', { limit: 20 }, { label: 'after cron' }),
  json('sh.Operations/GetFleet', 'operator', { trouble: 'any' }, { label: 'in trouble' }),
  protobuf('sh.Admin/AdminGetWebhookPayloads', 'operator', { account_id: '1', limit: 2 }),
  json('sh.Admin/AdminGetWebhookPayloads', 'operator', { account_id: '1', limit: 12 }),
  json('sh.Admin/AdminReplayWebhookReceipt', 'operator', (scenario: Scenario) => ({ account_id: '1', id: receipt(scenario) }), {
    settles: true,
  }),
  json('sh.Admin/AdminReplayWebhookReceipt', 'operator', { account_id: '1', id: '20777-999-0' }, { label: 'an unknown one' }),
  ...both('sh.Operations/GetDeadLetters', 'operator', { limit: 20 }),
  json('sh.Operations/ReplayDeadLetters', 'operator', (scenario: Scenario) => ({ ids: [letter(scenario, 0), '999'] }), { settles: true }),
  json('sh.Operations/GetDeadLetters', 'operator', { limit: 20 }, { label: 'after a replay' }),
  json('sh.Operations/DropDeadLetters', 'operator', (scenario: Scenario) => ({ ids: [letter(scenario, 0), '999'] })),
  json('sh.Operations/GetAccountTasks', 'operator', ACCOUNT, { label: 'after all' }),
  json('sh.Operations/GetAccountHearing', 'operator', ACCOUNT, { label: 'after all' }),
  json('sh.Session/ImpersonateDomain', 'impersonator', { domain: '' }, { label: 'ended' }),
  json('sh.Operations/GetAudit', 'operator', { limit: 100 }),
  protobuf('sh.Operations/GetAudit', 'operator', { limit: 5 }),
  json('sh.Operations/GetAudit', 'operator', { account_id: '1', method: 'AdminSave', limit: 1 }, { label: 'filtered' }),
];

/** Makes everything due that webhooks requested, and runs the merchant's alarm and the cron trigger. */
async function runDueWork(): Promise<void> {
  setClock(Date.now() + 70_000);
  await runAlarm('1');
  await waitUntilSettled();
  await worker.scheduled(createScheduledController({ cron: '* * * * *' }), env);
  await waitUntilSettled();
}

/** The newest receipt of a readable webhook in the last answer. */
function receipt(scenario: Scenario): string {
  const payloads = scenario.lastAnswer['payloads'] as Record<string, string>[];
  return payloads.find(({ problem }) => problem === '')?.['id'] ?? '';
}

/** A dead letter of the last answer. */
const letter = (scenario: Scenario, index: number): string =>
  (scenario.lastAnswer['letters'] as Record<string, string>[])[index]?.['id'] ?? '';
