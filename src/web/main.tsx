import './styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { App } from './app';
import {
  accountClient,
  connectionsClient,
  historyClient,
  inventoryClient,
  issuesClient,
  locationsClient,
  sessionClient,
  subscriptionsClient,
  variantsClient,
} from './shared/rpc/clients';
import { AccountScope } from './shared/state/account-scope';
import { ApiContext, type Api } from './shared/state/api';

const api: Api = {
  session: sessionClient,
  account: accountClient,
  connections: connectionsClient,
  history: historyClient,
  inventory: inventoryClient,
  issues: issuesClient,
  locations: locationsClient,
  subscriptions: subscriptionsClient,
  variants: variantsClient,
};

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no element with the id "root"');

createRoot(root).render(
  <StrictMode>
    <AccountScope>
      <ApiContext value={api}>
        <App />
      </ApiContext>
    </AccountScope>
  </StrictMode>,
);
