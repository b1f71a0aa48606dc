import { useState } from 'react';

import { Button } from '../../shared/components/button';
import { TextField } from '../../shared/components/field';
import { readDate } from '../../shared/dates';
import { isFuture, readLocalTime } from './timeline-query';
import { text } from './timeline.text';

const { time: texts } = text;

/** Formats a time as the box holds it, in the user's time zone; '' for none. */
function toLocal(at: string): string {
  const date = readDate(at);
  return date?.format(date.second() === 0 ? 'YYYY-MM-DDTHH:mm' : 'YYYY-MM-DDTHH:mm:ss') ?? '';
}

interface TimeFieldProps {
  /** RFC 3339 UTC; '' when none is chosen. */
  readonly at: string;
  readonly onTime: (at: string) => void;
}

/** A box for a date and time. What is typed applies once it is a whole time that is not in the future. */
export function TimeField({ at, onTime }: TimeFieldProps) {
  const [typed, setTyped] = useState(() => toLocal(at));
  const [applied, setApplied] = useState(at);
  if (applied !== at) {
    // Changed from outside: the back button, or the time was cleared.
    setApplied(at);
    setTyped(toLocal(at));
  }
  const now = Date.now();
  const refused = isFuture(readLocalTime(typed), now);
  return (
    <div className="flex items-start gap-2 max-sm:w-full">
      <div className="min-w-0 flex-1 sm:w-80 sm:flex-none">
        <TextField
          type="datetime-local"
          label={texts.label}
          value={typed}
          max={toLocal(new Date(now).toISOString()).slice(0, 16)}
          hint={texts.hint}
          error={refused ? texts.future : ''}
          onChange={({ target: { value: next } }) => {
            setTyped(next);
            const time = readLocalTime(next);
            if ((time !== '' || next === '') && !isFuture(time, Date.now()) && time !== at) onTime(time);
          }}
        />
      </div>
      {(at !== '' || refused) && (
        <div className="pt-7">
          <Button
            kind="quiet"
            onClick={() => {
              setTyped('');
              onTime('');
            }}
          >
            {texts.clear}
          </Button>
        </div>
      )}
    </div>
  );
}
