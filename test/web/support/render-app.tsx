import { cleanup, configure, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';

import { App } from '../../../src/web/app';
import { setPageAccount } from '../../../src/web/shared/rpc/page-account';
import { AccountScope } from '../../../src/web/shared/state/account-scope';
import { ApiContext } from '../../../src/web/shared/state/api';
import { OperatorApiContext } from '../../../src/web/shared/state/operator-api';
import { aSession, aStatus } from './builders';
import { createFakeApi, type Answers, type SeenCall } from './fake-api';
import { find } from './page';

// The first test that opens a page also loads its code, which takes long on a busy machine.
configure({ asyncUtilTimeout: 150_000 });

beforeEach(() => {
  window.localStorage.clear();
  setPageAccount('');
});
afterEach(cleanup);

/** Responses for a signed-in merchant with completed onboarding and an empty inventory. */
export const READY: Answers = {
  GetSessionData: () => aSession(),
  GetAppInfo: () => ({ supportEmail: 'help@example.com', version: '1.0.1', billingMode: 'shopify', appListingUrl: '' }),
  GetAccountStatus: () => aStatus(),
  GetInventoryCounts: () => ({}),
  GetMissingSkuCounts: () => ({}),
  GetDuplicateSkuCounts: () => ({}),
  GetInventoryDisabledSkuCounts: () => ({}),
  GetCopies: () => ({}),
  GetLinkCandidates: () => ({}),
  GetWatchReport: () => ({}),
  GetLocations: () => ({}),
};

/** Renders the app at a path with these responses; returns the calls that the server received. */
export function openApp(path: string, answers: Answers = {}): { readonly calls: SeenCall[] } {
  window.history.replaceState({}, '', path);
  const { api, operators, calls } = createFakeApi({ ...READY, ...answers });
  render(
    <AccountScope>
      <ApiContext value={api}>
        <OperatorApiContext value={operators}>
          <App />
        </OperatorApiContext>
      </ApiContext>
    </AccountScope>,
  );
  return { calls };
}

/** Makes the page visible again, which polls the account status. */
export function comeBack(): void {
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Chooses one of a group of options. */
export async function choose(group: string, option: string): Promise<void> {
  fireEvent.click(await find('radio', option, await find('group', group)));
}

/** Selects an option of a dropdown. */
export async function pick(box: string, option: string | RegExp): Promise<void> {
  const select = await find('combobox', box);
  const item = await find('option', option, select);
  fireEvent.change(select, { target: { value: item.getAttribute('value') } });
}
