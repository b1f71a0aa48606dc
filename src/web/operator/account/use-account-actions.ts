import { useState } from 'react';

import { SOURCES, sourceName, type Source } from '../../../domain/source';
import type { Reconciled } from '../../../gen/sh/operations_pb';
import { useCall, useToast } from '../../shared/state/calls';
import { useOperatorApi } from '../../shared/state/operator-api';
import type { ToastMessage } from '../../shared/state/toasts';
import { text } from './account.text';

/** An action on one platform of an account: its catalog's snapshot, or the sync of its locations. */
export type SourceAction = 'snapshot' | 'locations';

/** The actions on an account. */
export interface AccountActions {
  /** The action in progress, as `action:source` or `reconcile`; null when there is none. */
  readonly busy: string | null;
  readonly run: (action: SourceAction, source: Source) => Promise<void>;
  /** Reads the levels that changed recently from both platforms, and shows what was found. */
  readonly reconcile: () => Promise<void>;
}

/** Returns the actions on an account; `onDone` runs after each success. */
export function useAccountActions(accountId: string, onDone: () => void): AccountActions {
  const operators = useOperatorApi();
  const call = useCall();
  const toast = useToast();
  const [busy, setBusy] = useState<string | null>(null);
  const run = async (action: SourceAction, source: Source) => {
    if (accountId === '') {
      toast({ tone: 'warn', text: text.noAccount });
      return;
    }
    setBusy(`${action}:${source}`);
    const answer = await call(
      (_, options) =>
        action === 'snapshot'
          ? operators.admin.adminBuildSnapshot({ accountId, source }, options)
          : operators.admin.adminSyncLocations({ accountId, source }, options),
      { label: action === 'snapshot' ? 'building snapshot' : 'syncing locations' },
    );
    setBusy(null);
    if (!answer.ok) return;
    toast({ tone: 'good', text: action === 'snapshot' ? text.actions.snapshotQueued : text.actions.synced });
    onDone();
  };
  const reconcile = async () => {
    if (accountId === '') {
      toast({ tone: 'warn', text: text.noAccount });
      return;
    }
    setBusy('reconcile');
    const answer = await call((_, options) => operators.operations.reconcileAccount({ id: accountId }, options), {
      label: 'reconciling the account',
    });
    setBusy(null);
    if (!answer.ok) return;
    toast(reconciledToast(answer.value));
    onDone();
  };
  return { busy, run, reconcile };
}

/** Says what a reconciliation found, and which platforms could not be read. */
function reconciledToast(found: Reconciled): ToastMessage {
  const unread = SOURCES.filter((source) => found[source] === undefined).map(sourceName);
  const changes = text.actions.reconciled((found.shopify ?? 0) + (found.square ?? 0));
  return unread.length === 0 ? { tone: 'good', text: changes } : { tone: 'warn', text: text.actions.reconciledPartly(unread, changes) };
}
