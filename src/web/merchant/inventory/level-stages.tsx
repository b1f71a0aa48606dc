import { CircleCheck, RotateCw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';

import { SOURCES, sourceName, type Source } from '../../../domain/source';
import type { LevelOutcome, LevelStep } from '../../../gen/sh/inventory_pb';
import { Button } from '../../shared/components/button';
import { TextField } from '../../shared/components/field';
import { PlatformGlyph } from '../../shared/components/platform-glyph';
import { formatCount, plural } from '../../shared/formats';
import { LevelRows } from './level-rows';
import { countOutcomes, countPlan, type ListedVariant, type Take } from './level-state';
import { readUnits } from './variant-state';

interface LevelChoiceProps {
  readonly count: number;
  /** All of a view and search, rather than chosen rows: one number for all would be a slip, so it is not offered. */
  readonly every: boolean;
  readonly busy: boolean;
  readonly onPlan: (take: Take) => void;
}

/** Asks whose number counts. */
export function LevelChoice({ count, every, busy, onPlan }: LevelChoiceProps) {
  const [choice, setChoice] = useState<Source | 'number' | null>(null);
  const [text, setText] = useState('');
  const read = readUnits(text, true);
  const take: Take | null =
    choice === 'number'
      ? 'units' in read
        ? { kind: 'number', units: read.units }
        : null
      : choice === null
        ? null
        : { kind: 'side', source: choice };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (take !== null && !busy) onPlan(take);
      }}
    >
      <p className="text-muted">
        {every
          ? `Levelling makes both sides of a variant equal. Of the ${plural(count, 'variant', 'variants')} in the present view and search, those that are out of step are set to one side's number.`
          : `Levelling makes both sides of a variant equal. ${plural(count, 'chosen variant', 'chosen variants')}: whose number is right?`}
      </p>
      <fieldset className="flex flex-col gap-2">
        <legend className="sr-only">Whose number counts</legend>
        {SOURCES.map((source) => (
          <Radio key={source} checked={choice === source} onChange={() => setChoice(source)}>
            <PlatformGlyph source={source} size={18} />
            <span>
              <span className="block font-medium">{sourceName(source)}'s numbers are right</span>
              <span className="block text-sm text-muted">Each variant's other side is set to what {sourceName(source)} says.</span>
            </span>
          </Radio>
        ))}
        {!every && (
          <Radio checked={choice === 'number'} onChange={() => setChoice('number')}>
            <span className="w-[18px] text-center font-semibold text-muted">#</span>
            <span>
              <span className="block font-medium">I give one number</span>
              <span className="block text-sm text-muted">Both sides of every chosen variant are set to it.</span>
            </span>
          </Radio>
        )}
      </fieldset>
      {choice === 'number' && (
        <TextField
          label="Inventory Count"
          inputMode="decimal"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
          {...('error' in read ? { error: read.error } : {})}
        />
      )}
      <div>
        <Button type="submit" kind="primary" busy={busy} disabled={take === null}>
          Show what changes
        </Button>
      </div>
    </form>
  );
}

function Radio({
  checked,
  onChange,
  children,
}: {
  readonly checked: boolean;
  readonly onChange: () => void;
  readonly children: React.ReactNode;
}) {
  return (
    <label className="flex cursor-pointer items-center gap-3 rounded-lg border border-line bg-surface px-4 py-3 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft">
      <input type="radio" name="take" checked={checked} onChange={onChange} className="size-4 accent-(--color-accent)" />
      {children}
    </label>
  );
}

interface LevelPreviewProps {
  readonly names: ReadonlyMap<string, ListedVariant>;
  readonly asked: number;
  readonly steps: readonly LevelStep[];
  readonly busy: boolean;
  readonly onApply: () => void;
  readonly onBack: () => void;
}

/** Shows what would change, row by row, before anything does. */
export function LevelPreview({ names, asked, steps, busy, onApply, onBack }: LevelPreviewProps) {
  const counts = countPlan(steps);
  const left = asked - counts.variants;
  return (
    <>
      <div>
        <p className="text-lg font-semibold">
          {counts.variants === 0 ? 'Nothing to level' : `${plural(counts.variants, 'variant changes', 'variants change')}`}
        </p>
        <p className="text-muted">
          {counts.variants > 0 && `${formatCount(counts.shopify)} on Shopify, ${formatCount(counts.square)} on Square. `}
          {left > 0 && `${plural(left, 'variant is', 'variants are')} left out: already level, on one platform only, or not counted there.`}
        </p>
      </div>
      {counts.variants > 0 && <LevelRows label="What changes" steps={steps} names={names} />}
      <p className="text-sm text-faint">Sales made while the numbers are being set still count on top of them.</p>
      <div className="flex flex-wrap gap-2">
        {counts.variants > 0 && (
          <Button kind="primary" busy={busy} onClick={onApply}>
            Level {plural(counts.variants, 'variant', 'variants')}
          </Button>
        )}
        <Button onClick={onBack} disabled={busy}>
          Back
        </Button>
      </div>
    </>
  );
}

interface LevelResultViewProps {
  readonly names: ReadonlyMap<string, ListedVariant>;
  readonly steps: readonly LevelStep[];
  readonly outcomes: readonly LevelOutcome[];
  readonly busy: boolean;
  readonly onPlanAnew: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Says what became of each row; what changed meanwhile can be planned anew. */
export function LevelResultView({ names, steps, outcomes, busy, onPlanAnew, onClose }: LevelResultViewProps) {
  const counts = countOutcomes(outcomes);
  const byId = new Map(outcomes.map((one) => [one.id, one]));
  const stale = outcomes.filter((one) => one.outcome === 'stale').map((one) => one.id);
  return (
    <>
      <div role="status">
        <p className="text-lg font-semibold">{plural(counts.taken, 'variant is', 'variants are')} on the way</p>
        <p className="text-muted">
          {counts.stale > 0 && `${plural(counts.stale, 'variant has', 'variants have')} changed since and was left alone. `}
          {counts.refused > 0 && `${plural(counts.refused, 'variant was', 'variants were')} refused.`}
          {counts.stale + counts.refused === 0 && 'The list shows the new numbers as they arrive.'}
        </p>
      </div>
      <LevelRows label="What became of each" steps={steps} names={names} outcome={(id) => <Outcome outcome={byId.get(id)} />} />
      <div className="flex flex-wrap gap-2">
        {stale.length > 0 && (
          <Button kind="primary" busy={busy} onClick={() => onPlanAnew(stale)} icon={<RotateCw size={15} aria-hidden="true" />}>
            Plan {plural(stale.length, 'changed variant', 'changed variants')} anew
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </div>
    </>
  );
}

function Outcome({ outcome }: { readonly outcome: LevelOutcome | undefined }) {
  switch (outcome?.outcome) {
    case 'taken':
      return (
        <span className="inline-flex items-center gap-1.5 text-sm text-good">
          <CircleCheck size={16} aria-hidden="true" /> On its way
        </span>
      );
    case 'stale':
      return (
        <span className="inline-flex items-center gap-1.5 text-sm text-warn">
          <RotateCw size={16} aria-hidden="true" /> Changed since
        </span>
      );
    default:
      return (
        <span className="inline-flex max-w-56 items-center gap-1.5 text-sm text-bad">
          <TriangleAlert size={16} aria-hidden="true" className="shrink-0" />
          <span className="line-clamp-2">{outcome?.problem === undefined || outcome.problem === '' ? 'Refused' : outcome.problem}</span>
        </span>
      );
  }
}
