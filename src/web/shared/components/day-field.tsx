import { useState } from 'react';

import { readDay } from '../dates';
import { TextField } from './field';

interface DayFieldProps {
  readonly label: string;
  /** As 2026-11-20; '' when none is chosen. */
  readonly value: string;
  /** The first and the last day that may be chosen; absent or '' for no bound. */
  readonly min?: string;
  readonly max?: string;
  /** What is said of a day out of these bounds. */
  readonly outside?: string;
  readonly onDay: (day: string) => void;
}

/** A box for a day. What is typed applies once it is a whole day within the bounds. */
export function DayField({ label, value, min = '', max = '', outside = '', onDay }: DayFieldProps) {
  const [typed, setTyped] = useState(value);
  const [applied, setApplied] = useState(value);
  if (applied !== value) {
    // Changed from outside: the back button, or all filters were cleared.
    setApplied(value);
    setTyped(value);
  }
  const isOutside = (day: string): boolean => day !== '' && (day < min || (max !== '' && day > max));
  return (
    <TextField
      type="date"
      label={label}
      value={typed}
      min={min}
      max={max}
      error={isOutside(readDay(typed)) ? outside : ''}
      onChange={({ target: { value: next } }) => {
        setTyped(next);
        const day = readDay(next);
        if ((day !== '' || next === '') && !isOutside(day) && day !== value) onDay(day);
      }}
    />
  );
}
