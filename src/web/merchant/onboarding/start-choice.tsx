import { useId } from 'react';

import { RadioCard } from '../../shared/components/radio-card';
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
          <RadioCard
            key={option.title}
            name={name}
            title={option.title}
            explained={option.explained}
            checked={watches === option.watches}
            onChange={() => onChange(option.watches)}
          />
        ))}
      </div>
    </fieldset>
  );
}
