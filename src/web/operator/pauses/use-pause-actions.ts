import { useState } from 'react';

import { useCall, useToast } from '../../shared/state/calls';
import { useOperatorApi } from '../../shared/state/operator-api';
import { pausedText } from '../../shared/state/write-pauses';
import { text } from './pauses.text';

/** What to pause or resume, and why. */
export interface PauseChange {
  /** '' for all customers. */
  readonly accountId: string;
  /** 'shopify', 'square', or '' for both. */
  readonly source: string;
  readonly reason: string;
}

/** The ways to pause and to resume. */
export interface PauseActions {
  readonly busy: boolean;
  /** Returns whether the change was made; a failure has been shown by then. */
  readonly run: (action: 'pause' | 'resume', change: PauseChange) => Promise<boolean>;
}

/** Pauses and resumes stock changes; `onDone` runs after each success. */
export function usePauseActions(onDone: () => void): PauseActions {
  const operators = useOperatorApi();
  const call = useCall();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const run: PauseActions['run'] = async (action, change) => {
    const pausing = action === 'pause';
    setBusy(true);
    const answer = await call(
      (_, options) => (pausing ? operators.operations.pauseWrites(change, options) : operators.operations.resumeWrites(change, options)),
      { label: pausing ? 'pausing changes' : 'resuming changes' },
    );
    setBusy(false);
    if (!answer.ok) return false;
    const { untold } = answer.value;
    const scope = pausedText({ ...change, domain: '' });
    const done = pausing ? text.pauseDone(scope) : text.resumeDone(scope);
    if (untold === 0) toast({ tone: 'good', text: done });
    else toast({ tone: 'warn', text: `${done} ${text.notNotified(untold)}` });
    onDone();
    return true;
  };
  return { busy, run };
}
