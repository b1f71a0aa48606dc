import { waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { expectNoise } from '../../support/fail-on-noise';
import { aDetail, aStatus } from '../support/builders';
import { inputOf, inputsOf, refusal, type Answers } from '../support/fake-api';
import { find, finds, get, has, hasNo, press, pressFound, sees, shows } from '../support/page';
import { openApp } from '../support/render-app';
import { openDrawer, SQUARE_SIDE } from '../support/variant-drawer';

const TAG = { kind: 'tag', source: '', value: 'Clearance', name: '' };
const PRODUCT = { kind: 'product', source: 'square', value: 'ITEM', name: 'Old mug' };

const list = (change: Answers = {}): Answers => ({
  GetAccountStatus: () => aStatus(),
  GetInventory: () => ({}),
  GetInventoryCounts: () => ({ all: 3, excluded: 2 }),
  GetInventoryFilters: () => ({}),
  GetCopies: () => ({}),
  ...change,
});

describe('what is excluded', () => {
  it('is listed above its variants, and can be included again', async () => {
    let kept = [TAG, PRODUCT];
    const { calls } = openApp(
      '/inventory?view=excluded',
      list({
        GetExclusions: () => ({ exclusions: kept }),
        SaveExclusion: () => {
          kept = [PRODUCT];
          return {};
        },
      }),
    );
    await sees('Tag: Clearance');
    shows('Old mug on Square');
    has('option', /^Excluded.*2/u);
    press('Include again: Tag: Clearance');
    await sees('Included again');
    expect(inputOf(calls, 'SaveExclusion')).toEqual({ exclusion: TAG, excluded: false });
    // The list is read again after the message.
    await waitFor(() => hasNo('button', 'Include again: Tag: Clearance'));
    has('button', 'Include again: Old mug on Square');
  });

  it('says when there is nothing, and when it cannot be read', async () => {
    openApp('/inventory?view=excluded', list({ GetExclusions: () => ({}) }));
    await sees(/^Nothing is excluded\./u);
  });

  it('says that it cannot be read', async () => {
    openApp('/inventory?view=excluded', list({ GetExclusions: () => refusal('unavailable', 'down') }));
    expectNoise(/getting exclusions/u);
    await sees('We could not read what you exclude.');
  });

  it('can be everything with the label that the list is filtered by, once its effect was shown', async () => {
    const { calls } = openApp(
      '/inventory?filter=tag%3AClearance',
      list({ PlanExclusion: () => ({ variants: 12, links: 1 }), SaveExclusion: () => ({}) }),
    );
    await pressFound('Exclude from syncing');
    const dialog = await find('dialog', 'Exclude from syncing?');
    await sees(/^12 variants would be excluded, and 1 link would end\./u, dialog);
    shows('Products that get this label later are excluded as well.', dialog);
    expect(inputsOf(calls, 'SaveExclusion')).toEqual([]);
    press('Exclude', dialog);
    await sees('Excluded from syncing');
    expect(inputOf(calls, 'SaveExclusion')).toEqual({ exclusion: TAG, excluded: true });
  });

  it('is not offered for several filters together', async () => {
    openApp('/inventory?filter=tag%3AClearance+vendor%3AAcme', list());
    await find('button', 'Clear filters');
    hasNo('button', 'Exclude from syncing');
  });

  it('can be the product of a variant', async () => {
    const { drawer, calls } = openDrawer([aDetail(), aDetail({ square: undefined, squareQuantity: undefined, matching: 'excluded' })], {
      PlanExclusion: () => ({ variants: 2, links: 0 }),
      SaveExclusion: () => ({}),
    });
    await pressFound('Exclude from syncing', await drawer());
    const dialog = await find('dialog', 'Exclude from syncing?');
    await sees('2 variants would be excluded. No quantity changes.', dialog);
    press('Exclude', dialog);
    await sees(/^You exclude it from syncing/u, await drawer());
    const { productId, productName } = aDetail().shopify ?? SQUARE_SIDE;
    expect(inputOf(calls, 'SaveExclusion')).toEqual({
      exclusion: { kind: 'product', source: 'shopify', value: productId, name: productName },
      excluded: true,
    });
    hasNo('button', 'Exclude from syncing', await drawer());
    hasNo('button', 'Find it on Square', await drawer());
  });

  it('is not changed where its effect cannot be counted', async () => {
    const { drawer } = openDrawer([aDetail()], { PlanExclusion: () => refusal('internal', 'broken') });
    expectNoise(/planning an exclusion/u);
    await pressFound('Exclude from syncing', await drawer());
    const dialog = await find('dialog', 'Exclude from syncing?');
    await sees('We could not count what that concerns.', dialog);
    expect(get('button', 'Exclude', dialog).hasAttribute('disabled')).toBe(true);
    await finds('heading', 'Exclude from syncing?');
  });
});
