import { useMemo } from 'react';

import { Drawer } from '../../shared/components/drawer';
import { Notice } from '../../shared/components/notice';
import { Spinner } from '../../shared/components/spinner';
import { failureText } from '../../shared/state/calls';
import { LevelChoice, LevelPreview, LevelResultView } from './level-stages';
import { MAX_LEVELED, type ListedVariant } from './level-state';
import { levelingText as text } from './leveling.text';
import type { ListState } from './list-query';
import { useLeveling } from './use-leveling';
import { useWanted } from './use-wanted';

interface LevelDrawerProps {
  readonly list: ListState;
  /** The selected variants; null for all in the list's view and search. */
  readonly selected: readonly ListedVariant[] | null;
  readonly onClose: () => void;
}

/** Levels many variants at once: asks which quantities are correct, previews the changes, and shows the result of each. */
export function LevelDrawer({ list, selected, onClose }: LevelDrawerProps) {
  const { found, read } = useWanted(list, selected, { label: 'reading the variants to level', atMost: MAX_LEVELED, onFailed: onClose });
  return (
    <Drawer open onClose={onClose} title={text.title}>
      {found === null ? (
        <p role="status" className="flex items-center gap-2.5 py-8 text-muted tabular-nums">
          <Spinner /> {text.reading(read)}
        </p>
      ) : found.length > MAX_LEVELED ? (
        <Notice tone="warn" title={text.tooMany}>
          {text.tooManyExplained(MAX_LEVELED)}
        </Notice>
      ) : (
        <Leveling variants={found} every={selected === null} onClose={onClose} />
      )}
    </Drawer>
  );
}

interface LevelingProps {
  readonly variants: readonly ListedVariant[];
  readonly every: boolean;
  readonly onClose: () => void;
}

function Leveling({ variants, every, onClose }: LevelingProps) {
  const { stage, busy, failure, plan, apply, back } = useLeveling(variants);
  const applying = stage.kind === 'preview';
  const names = useMemo(() => new Map(variants.map((one) => [one.variant.id, one])), [variants]);
  return (
    <div className="flex flex-col gap-4">
      {failure !== null && (
        <Notice tone="bad" title={applying ? text.applyFailed : text.previewFailed}>
          {applying ? text.applyFailedExplained(failureText(failure)) : text.previewFailedExplained(failureText(failure))}
        </Notice>
      )}
      {stage.kind === 'choose' && <LevelChoice count={variants.length} every={every} busy={busy} onPlan={(target) => void plan(target)} />}
      {stage.kind === 'preview' && (
        <LevelPreview
          names={names}
          requested={stage.requested}
          steps={stage.steps}
          busy={busy}
          onApply={() => void apply(stage.target, stage.steps)}
          onBack={back}
        />
      )}
      {stage.kind === 'result' && (
        <LevelResultView
          names={names}
          steps={stage.steps}
          outcomes={stage.outcomes}
          bulkChangeId={stage.bulkChangeId}
          busy={busy}
          onPlanAgain={(ids) => void plan(stage.target, ids)}
          onClose={onClose}
        />
      )}
    </div>
  );
}
