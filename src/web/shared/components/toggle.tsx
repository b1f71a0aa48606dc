import { Switch } from '@base-ui/react/switch';
import { useId, type ReactNode } from 'react';

interface ToggleProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A switch with a label and a hint. */
export function Toggle({ label, hint, checked, onChange }: ToggleProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-6">
      <div className="min-w-0">
        <label id={id} htmlFor={`${id}-switch`} className="font-medium">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="mt-0.5 max-w-prose text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
      <Switch.Root
        id={`${id}-switch`}
        aria-labelledby={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        checked={checked}
        onCheckedChange={onChange}
        className="relative mt-0.5 flex h-6 w-10 shrink-0 items-center rounded-full bg-control p-0.5 transition-colors data-checked:bg-accent"
      >
        <Switch.Thumb className="size-5 rounded-full bg-white shadow-card transition-transform data-checked:translate-x-4" />
      </Switch.Root>
    </div>
  );
}
