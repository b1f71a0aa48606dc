import { cleanup, render } from '@testing-library/react';
import { lazy } from 'react';
import { afterEach, expect, it, vi } from 'vitest';

import { LazyPart } from '../../../../src/web/shared/components/lazy-part';
import { expectNoise } from '../../../support/fail-on-noise';
import { find, shows, has, press } from '../../support/page';

afterEach(cleanup);

const Lost = lazy(async (): Promise<{ default: () => null }> => Promise.reject(new Error('Failed to fetch dynamically imported module')));

it('keeps the page when a part fails to load, shows an error, and can be closed', async () => {
  expectNoise(/showing a part|dynamically imported/u);
  const onClose = vi.fn();
  render(
    <>
      <p>The list</p>
      <LazyPart onClose={onClose}>
        <Lost />
      </LazyPart>
    </>,
  );
  expect((await find('alert')).textContent).toContain('This part of the page could not be loaded.');
  shows('The list');
  has('button', 'Reload page');
  press('Close');
  expect(onClose).toHaveBeenCalledOnce();
});
