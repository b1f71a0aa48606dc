import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { expectNoise } from '../../support/fail-on-noise';
import { A_PAIR, aDetail, aSide, aStatus, aVariant, someLocations } from '../support/builders';
import { refusal, type Answers } from '../support/fake-api';
import { find, fill, shows, sees, hides, click } from '../support/page';
import { choose, openApp } from '../support/render-app';

/** One step of a flow in which the server fails. */
interface Step {
  readonly step: string;
  readonly path: string;
  /** The method that fails. */
  readonly fails: string;
  readonly label: string;
  readonly answers?: Answers;
  /** The user's actions up to the failing call. */
  readonly act: () => Promise<void>;
  /** Methods that must not be called once the step has failed. */
  readonly never?: readonly string[];
  /** The button that is still visible afterward, so that the step can be repeated. */
  readonly again: string | RegExp;
  /** A text that must not be shown. */
  readonly notSaid?: RegExp;
}

const press = async (name: string | RegExp) => {
  const found = await screen.findAllByRole('button', { name });
  click(found.at(-1) ?? document.body);
};
const ADDRESS = '/inventory?variant=shopify.71.7';
const ROW = aVariant({ id: '2', sku: 'TEE-M', shopifyId: 'gid://shopify/ProductVariant/71', squareQuantity: 3, status: 'out_of_sync' });
const LISTED: Answers = { GetInventory: () => ({ products: [{ name: 'Tee', variants: [ROW] }] }) };
const ALONE = aDetail({ square: undefined, squareQuantity: undefined, status: 'only_shopify' });
const PLAN = { steps: [{ id: '2', shopifyQuantity: 5, squareQuantity: 3, to: 5 }] };
const detail = (variant: object): Answers => ({ ...LISTED, GetVariantDetail: () => variant });
const unsubscribed = aStatus({ isSubscribed: false, accessEnds: '2099-01-01T12:00:00Z' });

const STEPS: readonly Step[] = [
  {
    step: 'copying: counting what to copy',
    path: ADDRESS,
    fails: 'GetSyncableProductVariants',
    label: 'preparing variants to sync',
    answers: detail(ALONE),
    act: async () => press('Sync To Square'),
    never: ['SyncVariants'],
    again: 'Continue',
  },
  {
    step: 'copying: the start',
    path: ADDRESS,
    fails: 'SyncVariants',
    label: 'syncing variant',
    answers: { ...detail(ALONE), GetSyncableProductVariants: () => ({ total: 1, variants: [ALONE] }) },
    act: async () => {
      await press('Sync To Square');
      await press('Copy 1 Variants');
    },
    again: 'Continue',
    notSaid: /^Sync to Square started/u,
  },
  {
    step: 'leveling: reading the list',
    path: '/inventory?view=out_of_sync',
    fails: 'GetInventory',
    label: 'reading the variants to level',
    act: async () => press('Level quantities'),
    never: ['PlanLevelling', 'LevelVariants'],
    again: 'Level quantities',
  },
  {
    step: 'leveling: the preview',
    path: '/inventory?view=out_of_sync',
    fails: 'PlanLevelling',
    label: 'planning levels',
    answers: LISTED,
    act: async () => {
      await press('Level quantities');
      click(await find('radio', /^Shopify's quantities are correct/u));
      await press('Preview changes');
    },
    never: ['LevelVariants'],
    again: 'Preview changes',
  },
  {
    step: 'leveling: the update',
    path: '/inventory?view=out_of_sync',
    fails: 'LevelVariants',
    label: 'leveling',
    answers: { ...LISTED, PlanLevelling: () => PLAN },
    act: async () => {
      await press('Level quantities');
      click(await find('radio', /^Shopify's quantities are correct/u));
      await press('Preview changes');
      await press('Level 1 variant');
    },
    again: 'Level 1 variant',
    notSaid: /^Updating 1 variant/u,
  },
  {
    step: 'a SKU in the drawer: generating one',
    path: ADDRESS,
    fails: 'GenerateSku',
    label: 'generating a sku',
    answers: detail(aDetail({ shopify: aSide({ sku: '' }), square: undefined, squareQuantity: undefined, status: 'missing_sku' })),
    act: async () => press('Generate Unique SKU'),
    never: ['SaveSku'],
    again: 'Continue',
  },
  {
    step: 'a SKU in the drawer: saving it',
    path: ADDRESS,
    fails: 'SaveSku',
    label: 'setting sku',
    answers: detail(aDetail()),
    act: async () => {
      await press('Modify SKU');
      fill(await find('textbox', 'New SKU'), 'NEW');
      await press('Save SKU');
    },
    again: 'Continue',
  },
  {
    step: 'tracking in the drawer',
    path: ADDRESS,
    fails: 'SetInventoryTracking',
    label: 'enabling inventory tracking',
    answers: detail(aDetail({ shopify: aSide({ inventoryTracked: false }), status: 'untracked' })),
    act: async () => press('Enable Inventory Tracking on Shopify'),
    again: 'Continue',
  },
  {
    step: 'sending a held change of one variant',
    path: ADDRESS,
    fails: 'ResolveHeld',
    label: 'sending the held change',
    answers: detail(aDetail({ squareQuantity: 45, trouble: 'held', troubleDetail: 'A change of 40 waits.' })),
    act: async () => press('Send'),
    again: 'Continue',
    notSaid: /Sending the held change/u,
  },
  {
    step: 'dropping all held changes',
    path: '/inventory',
    fails: 'ResolveHeld',
    label: 'dropping the held changes',
    answers: { ...LISTED, GetAccountStatus: () => aStatus({ held: 2 }) },
    act: async () => {
      await press('Drop all');
      await find('dialog', 'Drop 2 held changes?');
      await press('Drop all');
    },
    again: 'Drop all',
    notSaid: /^Dropped/u,
  },
  {
    step: 'refreshing both catalogs',
    path: '/inventory',
    fails: 'RefreshSnapshots',
    label: 'refreshing the inventory',
    answers: LISTED,
    act: async () => press('Refresh now'),
    again: 'Refresh now',
    notSaid: /Snapshot queued/u,
  },
  {
    step: 'confirming a read that looks wrong',
    path: '/dashboard',
    fails: 'ApproveSnapshot',
    label: 'confirming the numbers from Square',
    answers: { GetAccountStatus: () => aStatus({ squareDoubt: 'All 60 counts are 0.' }) },
    act: async () => press('These numbers are correct'),
    again: 'These numbers are correct',
    notSaid: /numbers confirmed$/u,
  },
  {
    step: 'disconnecting a platform',
    path: '/dashboard',
    fails: 'Disconnect',
    label: 'disconnecting Square',
    act: async () => {
      await press('Disconnect Square');
      await find('dialog', 'Disconnect Square?');
      await press('Disconnect');
    },
    again: 'Disconnect',
    notSaid: /^Square disconnected$/u,
  },
  {
    step: 'refreshing locations',
    path: '/locations',
    fails: 'SyncLocations',
    label: 'syncing Square locations',
    answers: { GetLocations: () => someLocations({ all: someLocations().all.filter(({ source }) => source === 'shopify') }) },
    act: async () => {
      await press('Create');
      await press('here');
    },
    again: 'here',
  },
  {
    step: 'disconnecting a location pair',
    path: '/locations',
    fails: 'DisconnectSyncedLocation',
    label: 'disconnecting locations',
    answers: { GetLocations: () => someLocations({ synced: [A_PAIR] }) },
    act: async () => {
      await press(/^Disconnect/u);
      await find('dialog');
      await press('Disconnect');
    },
    again: 'Disconnect',
    notSaid: /^Locations disconnected$/u,
  },
  {
    step: 'selecting other locations: disconnecting the first pair',
    path: '/onboard',
    fails: 'DisconnectSyncedLocation',
    label: 'disconnecting locations',
    answers: {
      GetAccountStatus: () => aStatus({ isSubscribed: false }),
      GetLocations: () => someLocations({ synced: [A_PAIR] }),
    },
    act: async () => {
      await press('Change locations');
      await find('dialog', 'Select Locations');
      await choose('Shopify location', 'Pop-up');
      await choose('Square location', 'Market stall');
      await press('Save');
    },
    never: ['SaveSyncedLocation'],
    again: 'Save',
    notSaid: /Locations saved/u,
  },
  {
    step: 'selecting other locations: saving the second pair',
    path: '/onboard',
    fails: 'SaveSyncedLocation',
    label: 'saving locations',
    answers: {
      GetAccountStatus: () => aStatus({ isSubscribed: false }),
      GetLocations: () => someLocations({ synced: [A_PAIR] }),
      DisconnectSyncedLocation: () => ({}),
    },
    act: async () => {
      await press('Change locations');
      await find('dialog', 'Select Locations');
      await choose('Shopify location', 'Pop-up');
      await choose('Square location', 'Market stall');
      await press('Save');
    },
    again: 'Save',
    notSaid: /Locations saved/u,
  },
  {
    step: 'subscribing',
    path: '/subscription',
    fails: 'CreateSubscription',
    label: 'creating subscription',
    answers: { GetSubscription: () => ({ shopifySubscriptionId: '0' }), GetAccountStatus: () => unsubscribed },
    act: async () => {
      await press('Subscribe');
      await press('Authorize on Shopify');
    },
    again: 'Authorize on Shopify',
  },
  {
    step: 'a SKU on the issues page: generating one',
    path: '/issues',
    fails: 'GenerateSku',
    label: 'generating a sku',
    answers: {
      GetIssues: () => ({ total: 1, variants: [aSide({ sku: '' })] }),
      GetVariantDetail: () => aDetail({ shopify: aSide({ sku: '' }), square: undefined }),
    },
    act: async () => {
      await press(/^Add SKU/u);
      await press('Generate Unique SKU');
    },
    never: ['SaveSku'],
    again: 'Generate Unique SKU',
  },
];

// The test page has no layout, and a list without height renders no rows.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('a call that fails', () => {
  it.each(STEPS)('at $step: shows the error with a reference, claims no success, and can be repeated', async (step) => {
    expectNoise(new RegExp(`${step.label}: unavailable: The server is resting\\. \\(req-77\\)`, 'u'));
    const drawerError = step.again === 'Continue';
    if (drawerError) expectNoise(new RegExp(`${step.label} \\(SH-ERR-\\d+\\): unavailable`, 'u'));
    let failing = step.fails !== 'GetInventory';
    const before = step.answers?.[step.fails] ?? LISTED[step.fails];
    const { calls } = openApp(step.path, {
      ...step.answers,
      [step.fails]: (input) => (failing ? refusal('unavailable', 'The server is resting.', 'req-77') : (before?.(input) ?? {})),
    });
    if (!failing) {
      // The list itself has loaded; reading it again for the step fails.
      await screen.findByText('TEE-M');
      failing = true;
    }
    await step.act();
    if (drawerError) {
      expect((await screen.findByText(/Your error reference # is/u)).textContent).toMatch(/SH-ERR-\d{1,5}\./u);
      shows('The server is resting.');
    } else {
      await sees(/The server is resting\. Reference: req-77/u);
    }
    expect(calls.filter(({ method }) => step.never?.includes(method) === true)).toEqual([]);
    if (step.notSaid !== undefined) hides(step.notSaid);
    await waitFor(() => expect(screen.getAllByRole('button', { name: step.again }).at(-1)?.getAttribute('aria-busy')).toBeNull());
  });
});
