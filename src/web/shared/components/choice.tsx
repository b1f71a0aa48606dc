import { ChevronsUpDown } from 'lucide-react';
import { useId } from 'react';

import { sharedText } from '../shared.text';
import { cx } from './class-names';
import { inputClass } from './field';

/** One option of a dropdown; `note` (a count) is shown behind its label. */
export interface Option<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly note?: string;
}

interface ChoiceProps<V extends string> {
  readonly label: string;
  /** Shows the label above the box; otherwise only screen readers get it. */
  readonly labelShown?: boolean;
  readonly options: readonly Option<V>[];
  /** Null when nothing is selected. */
  readonly value: V | null;
  readonly onChange: (value: V) => void;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly wide?: boolean;
  /** The options' notes are loaded later than the rest: keeps room for one, so that what is beside the box does not move. */
  readonly notesFollow?: boolean;
}

/** A dropdown with one selected option: the browser's own, whose list needs no code and is what people know from their device. */
export function Choice<V extends string>(props: ChoiceProps<V>) {
  const { label, labelShown = false, options, value, onChange, placeholder = sharedText.choose, disabled = false } = props;
  const { wide = false, notesFollow = false } = props;
  const id = useId();
  const chosen = options.findIndex((option) => option.value === value);
  const choose = (index: number): void => {
    const option = options[index];
    if (option !== undefined) onChange(option.value);
  };
  return (
    <div className={wide ? 'w-full' : 'max-w-full max-sm:min-w-32 max-sm:flex-1'}>
      <label htmlFor={id} className={labelShown ? 'mb-1.5 block font-medium' : 'sr-only'}>
        {label}
      </label>
      <div className="relative flex items-center">
        <select
          id={id}
          className={cx(
            inputClass,
            'appearance-none truncate pr-8 hover:bg-hover disabled:opacity-50',
            chosen < 0 && 'text-faint',
            notesFollow && 'sm:min-w-60',
          )}
          // Options are told apart by their places: '' is a value in some lists, and none is the one that asks to choose.
          value={chosen}
          disabled={disabled}
          onChange={({ target }) => choose(Number(target.value))}
        >
          {chosen < 0 && (
            <option value={-1} disabled hidden>
              {placeholder}
            </option>
          )}
          {options.map((option, index) => (
            <option key={option.value} value={index} className="bg-raised text-ink">
              {option.note === undefined ? option.label : sharedText.withNote(option.label, option.note)}
            </option>
          ))}
        </select>
        <ChevronsUpDown size={15} aria-hidden className="pointer-events-none absolute right-2.5 text-faint" />
      </div>
    </div>
  );
}
