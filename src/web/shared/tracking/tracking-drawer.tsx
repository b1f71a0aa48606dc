import { useEffect, useEffectEvent, useMemo, useState } from 'react';

import type { Source } from '../../../domain/source';
import { ApplyProgress } from '../components/apply-progress';
import { Drawer } from '../components/drawer';
import { Notice } from '../components/notice';
import { Working } from '../components/working';
import type { Failure } from '../rpc/failure';
import { failureText, useCall } from '../state/calls';
import { detach } from '../state/log';
import { planTracking, readUntracked, type SelectedVariant, type TrackingRow } from './tracking-plan';
import { TrackingPreview, TrackingResult } from './tracking-stages';
import { trackingText as text } from './tracking.text';
import { useTracking } from './use-tracking';

interface TrackingDrawerProps {
  /** The platforms whose untracked variants are read. */
  readonly sources: readonly Source[];
  /** The rows of the inventory that were selected; null for all that these platforms do not track. */
  readonly selected: readonly SelectedVariant[] | null;
  /** Runs once something may have changed. */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Enables the inventory tracking of many variants at once: shows first which, and what is left out, then the result of each. */
export function TrackingDrawer({ sources, selected, onChanged, onClose }: TrackingDrawerProps) {
  const call = useCall();
  const run = useTracking(onChanged);
  const [read, setRead] = useState(0);
  const [untracked, setUntracked] = useState<readonly TrackingRow[] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const load = useEffectEvent(async (signal: AbortSignal) => {
    const found = await readUntracked(call, sources, { signal, onProgress: setRead });
    if (signal.aborted) return;
    if (found.ok) setUntracked(found.value);
    else setFailure(found.error);
  });
  useEffect(() => {
    const controller = new AbortController();
    detach(load(controller.signal));
    return () => controller.abort();
  }, []);
  const plan = useMemo(() => (untracked === null ? null : planTracking(untracked, selected)), [untracked, selected]);
  const { stage, apply, stop } = run;
  // Closing would hide what was enabled.
  const close = stage.kind === 'applying' ? () => undefined : onClose;
  return (
    <Drawer open onClose={close} title={text.title}>
      <div className="flex flex-col gap-4">
        {failure !== null && (
          <Notice tone="bad" title={text.failed}>
            <p>{failureText(failure)}</p>
            <p>{text.failedExplained}</p>
          </Notice>
        )}
        {plan === null && failure === null && <Working>{text.reading(read)}</Working>}
        {plan !== null && stage.kind === 'preview' && (
          <TrackingPreview plan={plan} onApply={(rows) => void apply(rows, rows, new Map())} onClose={onClose} />
        )}
        {stage.kind === 'applying' && (
          <ApplyProgress
            progress={text.applying.progress(stage.done, stage.total)}
            note={stage.stopping ? text.applying.stopping : text.applying.explained}
            stop={text.applying.stop}
            stopping={stage.stopping}
            onStop={stop}
          />
        )}
        {stage.kind === 'result' && (
          <TrackingResult result={stage} onAgain={(rows) => void apply(stage.rows, rows, stage.outcomes)} onClose={onClose} />
        )}
      </div>
    </Drawer>
  );
}
