import { useState } from 'react';

import { plural } from '../../shared/formats';
import { useCall, useToast } from '../../shared/state/calls';
import { useOperatorApi } from '../../shared/state/operator-api';
import { pausedText } from '../../shared/state/write-pauses';

/** What is to be paused, or to go on. */
export interface SwitchChange {
  /** '' for every customer. */
  readonly accountId: string;
  /** 'shopify', 'square', or '' for both. */
  readonly source: string;
  readonly reason: string;
}

/** The switch, as a screen turns it. */
export interface Switch {
  readonly busy: boolean;
  /** True when it stands. */
  readonly turn: (change: SwitchChange, pause: boolean) => Promise<boolean>;
}

/** Pauses changes and lets them go on; `after` runs when a change stands. */
export function useSwitch(after: () => void): Switch {
  const operators = useOperatorApi();
  const call = useCall();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const turn = async (change: SwitchChange, pause: boolean): Promise<boolean> => {
    setBusy(true);
    const answer = await call(
      (_, options) => (pause ? operators.operations.pauseWrites(change, options) : operators.operations.resumeWrites(change, options)),
      { label: pause ? 'pausing changes' : 'letting changes go on' },
    );
    setBusy(false);
    if (!answer.ok) return false;
    const { untold } = answer.value;
    const what = `${pause ? 'Paused' : 'Going on'}: ${pausedText({ ...change, domain: '' })}.`;
    if (untold === 0) toast({ tone: 'good', text: what });
    else
      toast({
        tone: 'warn',
        text: `${what} ${plural(untold, 'account does', 'accounts do')} not answer and ${untold === 1 ? 'reads' : 'read'} it by the next minute. Do it again to tell them at once.`,
      });
    after();
    return true;
  };
  return { busy, turn };
}
