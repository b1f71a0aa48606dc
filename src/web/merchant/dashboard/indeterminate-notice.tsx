import { useState } from 'react';

import { sourceName, type Source } from '../../../domain/source';
import { Button } from '../../shared/components/button';
import { Notice } from '../../shared/components/notice';
import { useCall, useToast } from '../../shared/state/calls';
import { useSetAtom } from '../../shared/state/jotai';
import { statusNudgeAtom } from '../../shared/state/session';

/** What was read from a platform and is not believed without the merchant's word: a sold-out shop looks like a failed one. */
export function DoubtNotice({ source, doubt }: { readonly source: Source; readonly doubt: string }) {
  const call = useCall();
  const toast = useToast();
  const nudge = useSetAtom(statusNudgeAtom);
  const [busy, setBusy] = useState(false);
  const name = sourceName(source);
  const approve = async () => {
    setBusy(true);
    const answer = await call((api) => api.inventory.approveSnapshot({ source }), { label: `approving what ${name} says` });
    setBusy(false);
    if (!answer.ok) return;
    toast({ tone: 'good', text: `What ${name} says is taken over` });
    nudge((count) => count + 1);
  };
  return (
    <Notice
      tone="warn"
      title={`${name} says something that is hard to believe`}
      action={
        <Button size="sm" busy={busy} onClick={approve}>
          It is right, go on
        </Button>
      }
    >
      {doubt} Look at {name} first: if it is right, the numbers are taken over and sent on. If it is not, mend it there and refresh.
    </Notice>
  );
}
