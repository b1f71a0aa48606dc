import { useState } from 'react';

import type { Source } from '../../../domain/source';
import type { Reconciled } from '../../../gen/sh/operations_pb';
import { plural } from '../../shared/formats';
import { useCall, useToast } from '../../shared/state/calls';
import { useOperatorApi } from '../../shared/state/operator-api';
import { NO_ACCOUNT } from './state';

/** Something that can be asked for a customer's platform. */
export type AccountDeed = 'snapshot' | 'locations';

/** What operators can do for a customer. */
export interface AccountActions {
  /** What is under way now, as `deed:source`, or `reconcile`; null when nothing is. */
  readonly busy: string | null;
  readonly run: (deed: AccountDeed, source: Source) => Promise<void>;
  /** Reads the levels that changed lately from both platforms, and says what was found. */
  readonly reconcile: () => Promise<void>;
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
  const reconcile = async () => {
    if (accountId === '') {
      toast({ tone: 'warn', text: NO_ACCOUNT });
      return;
    }
    setBusy('reconcile');
    const answer = await call((_, options) => operators.operations.reconcileAccount({ id: accountId }, options), {
      label: 'reconciling the account',
    });
    setBusy(null);
    if (!answer.ok) return;
    toast(reconciledToast(answer.value));
    after();
  };
  return { busy, run, reconcile };
}

/** What a reconciliation found, and which platform could not be read. */
function reconciledToast({ shopify, square }: Reconciled): { readonly tone: 'good' | 'warn'; readonly text: string } {
  const unread = [shopify === undefined ? 'Shopify' : '', square === undefined ? 'Square' : ''].filter((name) => name !== '');
  const found = (shopify ?? 0) + (square ?? 0);
  const text =
    found === 0 ? 'No change was found that no webhook had told' : `${plural(found, 'change', 'changes')} found that no webhook had told`;
  if (unread.length === 0) return { tone: 'good', text };
  return { tone: 'warn', text: `${unread.join(' and ')} could not be read. ${text}` };
}
