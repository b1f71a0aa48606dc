import { useState } from 'react';

import type { Source } from '../../../../domain/source';
import { useCall, useToast } from '../../../state/calls';
import { useOperatorApi } from '../../../state/operator-api';
import { NO_ACCOUNT } from './state';

/** Something that can be asked for a customer's platform. */
export type AccountDeed = 'snapshot' | 'locations';

/** What operators can do for a customer. */
export interface AccountActions {
  /** What is under way now, as `deed:source`; null when nothing is. */
  readonly busy: string | null;
  readonly run: (deed: AccountDeed, source: Source) => Promise<void>;
}

/** The actions; `after` runs when one worked. */
export function useAccountActions(accountId: string, after: () => void): AccountActions {
  const operators = useOperatorApi();
  const call = useCall();
  const toast = useToast();
  const [busy, setBusy] = useState<string | null>(null);
  const run = async (deed: AccountDeed, source: Source) => {
    if (accountId === '') {
      toast({ tone: 'warn', text: NO_ACCOUNT });
      return;
    }
    setBusy(`${deed}:${source}`);
    const answer = await call(
      (_, options) =>
        deed === 'snapshot'
          ? operators.admin.adminBuildSnapshot({ accountId, source }, options)
          : operators.admin.adminSyncLocations({ accountId, source }, options),
      { label: deed === 'snapshot' ? 'building snapshot' : 'syncing locations' },
    );
    setBusy(null);
    if (!answer.ok) return;
    toast({ tone: 'good', text: deed === 'snapshot' ? 'Snapshot queued' : 'Synced' });
    after();
  };
  return { busy, run };
}
