import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { expectNoise, noiseHasCome } from '../../support/fail-on-noise';
import { aStatus } from '../support/builders';
import { inputsOf, refusal } from '../support/fake-api';
import { finds, get, hides, press, sees, shows } from '../support/page';
import { openApp } from '../support/render-app';

const writer = (id: string, name: string, changes: number, isNew = true) => ({
  id,
  name,
  changes,
  firstAt: '2026-11-01T10:00:00Z',
  lastAt: '2026-11-19T10:00:00Z',
  isNew,
});

/** Square's log as read, with these applications in it. */
const read = (writers: readonly object[], complete = true) => ({
  readAt: '2026-11-20T09:00:00Z',
  since: '2026-10-21T09:00:00Z',
  complete,
  writers: [...writers],
});

const ROBOT = writer('sq0idp-robot', 'Stock Robot 3000', 412);
const connected = {
  GetConnections: () => ({
    connections: ['shopify', 'square'].map((source) => ({ source, state: 'connected', name: 'X', reachable: true })),
  }),
  VerifyAccess: () => ({ platforms: [] }),
};

describe('other apps that change stock on Square', () => {
  it('are named in the setup before anything is synced, until the merchant knows', async () => {
    let writers = [ROBOT];
    const { calls } = openApp('/onboard', {
      GetAccountStatus: () => aStatus({ isSubscribed: false }),
      GetOtherWriters: () => read(writers),
      AcknowledgeOtherWriters: () => {
        writers = [{ ...ROBOT, isNew: false }];
        return {};
      },
    });
    await sees('Another app changes stock on Square');
    shows('Stock Robot 3000 made 412 stock changes in the last 30 days.');
    shows(/If it also syncs with Shopify, turn that off first/u);
    press('Got It');
    await expect.poll(() => inputsOf(calls, 'AcknowledgeOtherWriters')).toEqual([{ ids: ['sq0idp-robot'], all: false }]);
    await expect.poll(() => document.body.textContent).not.toContain('Another app changes stock');
  });

  it('are counted as the least where the log was too long, and one without a name is listed too', async () => {
    openApp('/onboard', { GetOtherWriters: () => read([ROBOT, writer('', '', 1)], false) });
    await sees('2 other apps change stock on Square');
    shows('Stock Robot 3000 made at least 412 stock changes in the last 30 days.');
    shows('An app without a name made at least 1 stock change in the last 30 days.');
    shows(/If one of them also syncs with Shopify/u);
  });

  it.each([
    ['there are none', () => read([])],
    ['they are known', () => read([{ ...ROBOT, isNew: false }])],
  ])('are not in the setup where %s', async (_, answer) => {
    const { calls } = openApp('/onboard', { GetOtherWriters: answer });
    await sees("You're ready to rock!");
    await expect.poll(() => inputsOf(calls, 'GetOtherWriters').length).toBeGreaterThan(0);
    hides(/stock on Square/u);
  });

  it('are not in the setup while they cannot be loaded', async () => {
    expectNoise(/getting other apps/u);
    openApp('/onboard', { GetOtherWriters: () => refusal('unavailable', 'Back soon.') });
    await sees("You're ready to rock!");
    await noiseHasCome();
    hides(/stock on Square/u);
  });

  it('are listed on Square’s page with their changes', async () => {
    openApp('/square', { ...connected, GetOtherWriters: () => read([{ ...ROBOT, isNew: false }]) });
    await sees('Other apps that change stock on Square');
    await sees('Stock Robot 3000');
    expect(screen.getByText('Stock Robot 3000').parentElement?.textContent).toMatch(/412 changes · last/u);
  });

  it('are said to be none, or not to be known yet', async () => {
    openApp('/square', { ...connected, GetOtherWriters: () => read([]) });
    await sees(/None in the last 30 days/u);
    openApp('/square', { ...connected, GetOtherWriters: () => read([], false) });
    await sees(/None in the part of the last 30 days that was read/u);
    openApp('/square', { ...connected, GetOtherWriters: () => ({ ...read([]), readAt: '', since: '' }) });
    await sees(/has not been read yet/u);
  });

  it('have a notice on the dashboard that leads to Square’s page', async () => {
    openApp('/dashboard', { ...connected, GetAccountStatus: () => aStatus({ newWriters: 2 }) });
    await sees('2 other apps change stock on Square');
    const notice = screen.getByText('2 other apps change stock on Square').closest('li');
    get('link', 'Show', notice ?? document.body).click();
    await finds('heading', 'Square');
  });
});
