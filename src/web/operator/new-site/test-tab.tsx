import { useState } from 'react';

import { Button } from '../../shared/components/button';
import { Notice } from '../../shared/components/notice';
import { Panel } from '../../shared/components/page';
import type { Failure } from '../../shared/rpc/failure';
import { failureText, useCall } from '../../shared/state/calls';
import { text } from './new-site.text';

type Outcome = { readonly ok: true; readonly ms: number } | { readonly ok: false; readonly failure: Failure };

/** Makes a call that does nothing, and shows whether and how fast the server responds. */
export function TestTab() {
  const call = useCall();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const test = async () => {
    setBusy(true);
    const start = performance.now();
    const answer = await call((api) => api.session.test({}), { label: 'executing test', toast: false });
    setBusy(false);
    setOutcome(answer.ok ? { ok: true, ms: performance.now() - start } : { ok: false, failure: answer.error });
  };
  return (
    <Panel title={text.test.title}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-4">
        <p className="max-w-prose text-muted">{text.test.lead}</p>
        <Button kind="primary" busy={busy} onClick={test}>
          {text.test.test}
        </Button>
      </div>
      {outcome !== null && (
        <div className="px-4 pb-4">
          {outcome.ok ? (
            <Notice tone="good" title={text.test.succeeded}>
              {text.test.responseTime(outcome.ms)}
            </Notice>
          ) : (
            <Notice tone="bad" title={text.test.failed}>
              {failureText(outcome.failure)}
            </Notice>
          )}
        </div>
      )}
    </Panel>
  );
}
