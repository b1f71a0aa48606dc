import { useId } from 'react';

import { watchText } from '../../shared/watch.text';

const text = watchText.choice;
const OPTIONS = [
  { watches: false, title: text.now, explained: text.nowExplained },
  { watches: true, title: text.watch, explained: text.watchExplained },
] as const;

interface StartChoiceProps {
  readonly watches: boolean;
  readonly onChange: (watches: boolean) => void;
}

/** Lets the merchant choose between syncing at once and watching first. */
export function StartChoice({ watches, onChange }: StartChoiceProps) {
  const name = useId();
  return (
    <fieldset className="mt-5">
      <legend className="mb-1.5 font-medium">{text.label}</legend>
      <div className="grid gap-2">
        {OPTIONS.map((option) => (
          <label
            key={option.title}
            className="flex cursor-pointer items-start gap-2.5 rounded-md border border-line px-3 py-2.5 has-[input:checked]:border-accent has-[input:checked]:bg-accent-soft/50"
          >
            <input
              type="radio"
              name={name}
              checked={watches === option.watches}
              onChange={() => onChange(option.watches)}
              className="mt-1 size-4 shrink-0 accent-accent"
            />
            <span>
              <span className="block font-medium">{option.title}</span>
              <span className="block text-sm text-muted">{option.explained}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
