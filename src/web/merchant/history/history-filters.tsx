import { SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';

import { ORIGINATORS } from '../../../domain/history/filter';
import { SOURCES, sourceName } from '../../../domain/source';
import { Button } from '../../shared/components/button';
import { Choice, type Option } from '../../shared/components/choice';
import { cx } from '../../shared/components/class-names';
import { DayField } from '../../shared/components/day-field';
import { CAUSES, isFiltered, NO_FILTERS, type Filters } from './history-query';
import { text } from './history.text';
import { countFilters } from './state';

const { filters: texts } = text;

/** The options of a dropdown that may be left open. */
function optional<V extends string>(values: readonly V[], labelOf: (value: V) => string): readonly Option<V | ''>[] {
  return [{ value: '', label: texts.all }, ...values.map((value) => ({ value, label: labelOf(value) }))];
}

const SOURCE_OPTIONS = optional(SOURCES, sourceName);
const CAUSE_OPTIONS = optional(CAUSES, (cause) => text.causes[cause]);
const ORIGINATOR_OPTIONS = optional(ORIGINATORS, (originator) => text.originators[originator]);

interface HistoryFiltersProps {
  readonly filters: Filters;
  readonly onChange: (next: Partial<Filters>) => void;
}

/** The filters of the history. A change applies at once. On a phone they are behind a button, so that the list comes first. */
export function HistoryFilters({ filters, onChange }: HistoryFiltersProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const { from, until, source, cause, originator } = filters;
  return (
    <div className="mb-4 max-sm:mb-3">
      <div className="sm:hidden">
        <Button aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)} icon={<SlidersHorizontal size={15} />}>
          {texts.show(countFilters(filters))}
        </Button>
      </div>
      <div
        id={id}
        role="group"
        aria-label={texts.label}
        className={cx('grid grid-cols-2 items-start gap-3 max-sm:mt-3 sm:grid-cols-3 lg:grid-cols-6', !open && 'max-sm:hidden')}
      >
        <DayField label={texts.from} value={from} max={until} outside={texts.order} onDay={(day) => onChange({ from: day })} />
        <DayField label={texts.until} value={until} min={from} outside={texts.order} onDay={(day) => onChange({ until: day })} />
        <Choice
          label={texts.source}
          labelShown
          wide
          options={SOURCE_OPTIONS}
          value={source}
          onChange={(next) => onChange({ source: next })}
        />
        <Choice label={texts.cause} labelShown wide options={CAUSE_OPTIONS} value={cause} onChange={(next) => onChange({ cause: next })} />
        <Choice
          label={texts.originator}
          labelShown
          wide
          options={ORIGINATOR_OPTIONS}
          value={originator}
          onChange={(next) => onChange({ originator: next })}
        />
        {isFiltered(filters) && (
          <div className="self-end">
            <Button kind="quiet" onClick={() => onChange(NO_FILTERS)}>
              {texts.clear}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
