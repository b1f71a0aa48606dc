import { useState } from 'react';

import { Button } from '../../shared/components/button';
import { Notice } from '../../shared/components/notice';
import { Panel } from '../../shared/components/page';
import type { Failure } from '../../shared/rpc/failure';
import { failureText, useCall } from '../../shared/state/calls';

type Outcome = { readonly ok: true; readonly ms: number } | { readonly ok: false; readonly failure: Failure };

/** A call that does nothing: whether calls arrive, and how long one takes. */
export function TestTab() {
  const call = useCall();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const test = async () => {
    setBusy(true);
    const begun = performance.now();
    const answer = await call((api) => api.session.test({}), { label: 'executing test', toast: false });
    setBusy(false);
    setOutcome(answer.ok ? { ok: true, ms: performance.now() - begun } : { ok: false, failure: answer.error });
  };
  return (
    <Panel title="Test">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-4">
        <p className="max-w-prose text-muted">Makes a call that does nothing, and shows whether it arrived.</p>
        <Button kind="primary" busy={busy} onClick={test}>
          Test
        </Button>
      </div>
      {outcome !== null && (
        <div className="px-4 pb-4">
          {outcome.ok ? (
            <Notice tone="good" title="The call arrived.">
              Answered after {Math.round(outcome.ms)} ms.
            </Notice>
          ) : (
            <Notice tone="bad" title="A problem with executing test">
              {failureText(outcome.failure)}
            </Notice>
          )}
        </div>
      )}
    </Panel>
  );
}
