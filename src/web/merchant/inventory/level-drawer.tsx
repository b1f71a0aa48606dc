import { useEffect, useEffectEvent, useMemo, useState } from 'react';

import { Drawer } from '../../shared/components/drawer';
import { Notice } from '../../shared/components/notice';
import { Spinner } from '../../shared/components/spinner';
import { formatCount, plural } from '../../shared/formats';
import { failureText } from '../../shared/state/calls';
import { detach } from '../../shared/state/log';
import { LevelChoice, LevelPreview, LevelResultView } from './level-stages';
import { MOST_LEVELLED, type ListedVariant } from './level-state';
import { useReadAll } from './read-all';
import type { ListState } from './state';
import { useLevelling } from './use-levelling';

interface LevelDrawerProps {
  readonly list: ListState;
  /** The variants chosen; null for all that the list's view and search hold. */
  readonly chosen: readonly ListedVariant[] | null;
  readonly onClose: () => void;
}

/** Levels many variants at once: whose number counts, what that changes, and what became of each. */
export function LevelDrawer({ list, chosen, onClose }: LevelDrawerProps) {
  const [found, setFound] = useState<readonly ListedVariant[] | null>(chosen);
  const [read, setRead] = useState(0);
  const readAll = useReadAll();
  const load = useEffectEvent(async (signal: AbortSignal) => {
    const answer = await readAll(list, { label: 'reading what is to be levelled', atMost: MOST_LEVELLED, onProgress: setRead, signal });
    if (signal.aborted) return;
    if (answer.ok) setFound(answer.value);
    else onClose();
  });
  useEffect(() => {
    if (chosen !== null) return undefined;
    const controller = new AbortController();
    detach(load(controller.signal));
    return () => controller.abort();
  }, [chosen]);
  return (
    <Drawer open onClose={onClose} title="Level quantities">
      {found === null ? (
        <p role="status" className="flex items-center gap-2.5 py-8 text-muted tabular-nums">
          <Spinner /> Reading the list: {plural(read, 'variant', 'variants')} so far
        </p>
      ) : found.length > MOST_LEVELLED ? (
        <Notice tone="warn" title="Too many at once">
          At most {formatCount(MOST_LEVELLED)} variants can be levelled at once. Choose a view such as Out of Sync, or search for a part.
        </Notice>
      ) : (
        <Levelling variants={found} every={chosen === null} onClose={onClose} />
      )}
    </Drawer>
  );
}

interface LevellingProps {
  readonly variants: readonly ListedVariant[];
  readonly every: boolean;
  readonly onClose: () => void;
}

function Levelling({ variants, every, onClose }: LevellingProps) {
  const { stage, busy, failure, plan, apply, back } = useLevelling(variants);
  const names = useMemo(() => new Map(variants.map((one) => [one.variant.id, one])), [variants]);
  return (
    <div className="flex flex-col gap-4">
      {failure !== null && (
        <Notice tone="bad" title="That didn't work.">
          {failureText(failure)} Rows that were not said to be on their way were not changed.
        </Notice>
      )}
      {stage.kind === 'choose' && <LevelChoice count={variants.length} every={every} busy={busy} onPlan={(take) => void plan(take)} />}
      {stage.kind === 'preview' && (
        <LevelPreview
          names={names}
          asked={stage.asked}
          steps={stage.steps}
          busy={busy}
          onApply={() => void apply(stage.take, stage.steps)}
          onBack={back}
        />
      )}
      {stage.kind === 'result' && (
        <LevelResultView
          names={names}
          steps={stage.steps}
          outcomes={stage.outcomes}
          busy={busy}
          onPlanAnew={(ids) => void plan(stage.take, ids)}
          onClose={onClose}
        />
      )}
    </div>
  );
}
