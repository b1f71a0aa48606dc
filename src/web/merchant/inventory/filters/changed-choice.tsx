import { useState } from 'react';

import type { ChangedFilter } from '../../../../domain/catalog/search-query';
import { Choice } from '../../../shared/components/choice';
import { DayField } from '../../../shared/components/day-field';
import { startOfDay } from '../../../shared/dates';
import { changedText, dayOf } from './filter-value';
import { filtersText as text } from './filters.text';

const PERIODS = ['1h', '24h', '7d', '30d'] as const;

/** The option that asks for a day. */
const DAY = 'day';

interface ChangedChoiceProps {
  readonly chosen: ChangedFilter | undefined;
  readonly onChange: (value: string) => void;
}

/** Offers the variants whose quantities have changed since a time: within a period until now, or since a day. */
export function ChangedChoice({ chosen, onChange }: ChangedChoiceProps) {
  const [asksForDay, setAsksForDay] = useState(false);
  const value = chosen?.value ?? '';
  const day = dayOf(value);
  const period = PERIODS.find((one) => one === value.toLowerCase());
  const isDay = asksForDay || day !== '';
  return (
    <div className="grid items-end gap-2 sm:grid-cols-3">
      <Choice
        label={text.kinds.changed}
        options={[
          { value: '', label: text.changedAny },
          ...PERIODS.map((one) => ({ value: one, label: changedText(one) })),
          { value: DAY, label: text.changedDay },
        ]}
        value={isDay ? DAY : value === '' ? '' : (period ?? null)}
        placeholder={value === '' ? '' : changedText(value)}
        onChange={(next) => {
          setAsksForDay(next === DAY);
          if (next !== DAY) onChange(next);
        }}
        wide
      />
      {isDay && <DayField label={text.changedFrom} value={day} onDay={(next) => onChange(next === '' ? '' : startOfDay(next))} />}
    </div>
  );
}
