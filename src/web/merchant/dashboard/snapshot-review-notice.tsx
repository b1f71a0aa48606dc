import { useState } from 'react';

import { sourceName, type Source } from '../../../domain/source';
import { Button } from '../../shared/components/button';
import { Notice } from '../../shared/components/notice';
import { useCall, useToast } from '../../shared/state/calls';
import { useSetAtom } from '../../shared/state/jotai';
import { nudgeStatusAtom } from '../../shared/state/session';
import { text } from './dashboard.text';

/** Asks the merchant to approve a read that looks wrong before it is applied: a sold-out shop and a failed read look alike. */
export function SnapshotReviewNotice({ source, reason }: { readonly source: Source; readonly reason: string }) {
  const call = useCall();
  const toast = useToast();
  const nudge = useSetAtom(nudgeStatusAtom);
  const [busy, setBusy] = useState(false);
  const platform = sourceName(source);
  const approve = async () => {
    setBusy(true);
    const answer = await call((api) => api.inventory.approveSnapshot({ source }), { label: `confirming the numbers from ${platform}` });
    setBusy(false);
    if (!answer.ok) return;
    toast({ tone: 'good', text: text.review.confirmed(platform) });
    nudge();
  };
  return (
    <Notice
      tone="warn"
      title={text.review.title(platform)}
      action={
        <Button size="sm" busy={busy} onClick={approve}>
          {text.review.confirm}
        </Button>
      }
    >
      {reason} {text.review.next(platform)}
    </Notice>
  );
}
