import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';

import { sharedText } from '../shared.text';
import { cx } from './class-names';
import { inputClass } from './field';

/** Maximum number of suggestions. */
const MAX_SUGGESTIONS = 5;
/** Delay between losing focus and closing the list, in ms. Pressing a suggestion takes the focus first. */
export const CLOSE_DELAY_MS = 200;
/** Delay between clearing the box and focusing it again, in ms. */
export const REFOCUS_DELAY_MS = 100;

interface AutocompleteProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** All possible suggestions. */
  readonly options: readonly string[];
  readonly hint?: string;
}

/** Returns the suggestions for the typed text, ignoring case: options that start with it first, then options that contain it. */
export function suggest(options: readonly string[], typed: string, max: number): readonly string[] {
  const needle = typed.trim().toUpperCase();
  const found = options.filter((option) => option.toUpperCase().includes(needle));
  const startsWith = (option: string): boolean => option.toUpperCase().startsWith(needle);
  return [...found.filter(startsWith), ...found.filter((option) => !startsWith(option))].slice(0, max);
}

/** A text box with suggestions. Arrows and Enter choose one, Escape closes the list, and the cross clears the box. */
export function Autocomplete({ label, value, onChange, options, hint }: AutocompleteProps) {
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const later = useTimeout();
  const suggestions = open ? suggest(options, value, MAX_SUGGESTIONS) : [];
  const shown = suggestions.length > 0;

  const choose = (option: string) => {
    onChange(option);
    setOpen(false);
    setActive(-1);
  };
  const clear = () => {
    choose('');
    later(() => box.current?.focus(), REFOCUS_DELAY_MS);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = suggestions[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      if (shown) setActive((current) => step(current, event.key === 'ArrowDown' ? 1 : -1, suggestions.length));
    } else if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault();
      choose(chosen);
    } else if (event.key === 'Escape' && shown) {
      // Close only the list, not the dialog around it.
      event.stopPropagation();
      setOpen(false);
      setActive(-1);
    }
  };
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          ref={box}
          id={id}
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={`${id}-list`}
          aria-activedescendant={shown && active >= 0 ? `${id}-${active}` : undefined}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          value={value}
          onFocus={() => later(null)}
          onBlur={() => later(() => setOpen(false), CLOSE_DELAY_MS)}
          onClick={() => setOpen(true)}
          onChange={(event) => {
            onChange(event.target.value);
            setOpen(true);
            setActive(-1);
          }}
          onKeyDown={onKeyDown}
          className={cx(inputClass, 'pr-10')}
        />
        {value !== '' && (
          <button
            type="button"
            aria-label={sharedText.clearBox(label)}
            onClick={clear}
            className="absolute top-0.5 right-0.5 inline-flex size-8 items-center justify-center rounded-md text-faint hover:bg-hover hover:text-ink"
          >
            <X size={16} />
          </button>
        )}
        <ul
          id={`${id}-list`}
          role="listbox"
          aria-label={label}
          hidden={!shown}
          className="absolute inset-x-0 top-full z-10 mt-1 rounded-lg border border-line bg-raised p-1 shadow-pop"
        >
          {suggestions.map((option, index) => (
            // The box keeps the focus; aria-activedescendant names the active suggestion.
            <li
              key={option}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
              className={cx(
                'cursor-default truncate rounded-md px-2 py-1.5 font-mono text-xs',
                index === active && 'bg-hover',
                'hover:bg-hover',
              )}
            >
              {option}
            </li>
          ))}
        </ul>
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

/** Returns the index `by` steps away, wrapping around; from -1, the first or the last index. */
function step(from: number, by: number, length: number): number {
  return from < 0 ? (by > 0 ? 0 : length - 1) : (from + by + length) % length;
}

/** Returns a function that runs a callback later. A newer callback or `null` replaces a pending one; unmounting cancels it. */
function useTimeout(): (run: (() => void) | null, delayMs?: number) => void {
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return (run, delayMs = 0) => {
    window.clearTimeout(timer.current);
    if (run !== null) timer.current = window.setTimeout(run, delayMs);
  };
}
