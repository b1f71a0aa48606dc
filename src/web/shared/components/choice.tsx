import { CSPProvider } from '@base-ui/react/csp-provider';
import { Select } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import { useId } from 'react';

import { sharedText } from '../shared.text';
import { cx } from './class-names';

/** One option of a dropdown; `note` (a count, an id) is shown at the end of its line. */
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

/** A dropdown with one selected option. */
export function Choice<V extends string>(props: ChoiceProps<V>) {
  const { label, labelShown = false, options, value, onChange, placeholder = sharedText.choose, disabled = false } = props;
  const { wide = false, notesFollow = false } = props;
  const id = useId();
  const chosen = options.find((option) => option.value === value);
  return (
    <CSPProvider disableStyleElements>
      <div className={wide ? 'w-full' : undefined}>
        <span id={id} className={labelShown ? 'mb-1.5 block font-medium' : 'sr-only'}>
          {label}
        </span>
        <Select.Root value={value} onValueChange={(next) => next !== null && onChange(next)} disabled={disabled}>
          <Select.Trigger
            aria-labelledby={id}
            className={cx(
              'inline-flex h-9 items-center justify-between max-sm:h-11 gap-2 rounded-md border border-control bg-surface pr-2 pl-3 text-base shadow-card hover:bg-hover data-disabled:opacity-50 data-popup-open:bg-hover',
              wide && 'w-full',
              notesFollow && 'sm:min-w-60',
            )}
          >
            <Select.Value className="min-w-0 truncate text-left">
              {() =>
                chosen === undefined ? (
                  <span className="text-faint">{placeholder}</span>
                ) : (
                  <>
                    {chosen.label}
                    {chosen.note !== undefined && <span className="ml-1.5 text-muted tabular-nums">{chosen.note}</span>}
                  </>
                )
              }
            </Select.Value>
            <Select.Icon className="text-faint">
              <ChevronsUpDown size={15} />
            </Select.Icon>
          </Select.Trigger>
          <Select.Portal>
            <Select.Positioner align="start" sideOffset={4} alignItemWithTrigger={false} className="z-60 outline-none">
              <Select.Popup className="max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto rounded-lg border border-line bg-raised p-1 text-ink shadow-pop outline-none transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0">
                {options.map((option) => (
                  <Select.Item
                    key={option.value}
                    value={option.value}
                    className="flex min-h-8 max-sm:min-h-11 cursor-default items-center gap-2 rounded-md py-1 pr-3 pl-2 outline-none select-none data-highlighted:bg-hover"
                  >
                    <span className="inline-flex w-4 shrink-0 text-accent">
                      <Select.ItemIndicator>
                        <Check size={16} />
                      </Select.ItemIndicator>
                    </span>
                    <Select.ItemText className="flex-1">{option.label}</Select.ItemText>
                    {option.note !== undefined && ' '}
                    {option.note !== undefined && <span className="pl-4 text-sm text-muted tabular-nums">{option.note}</span>}
                  </Select.Item>
                ))}
              </Select.Popup>
            </Select.Positioner>
          </Select.Portal>
        </Select.Root>
      </div>
    </CSPProvider>
  );
}
