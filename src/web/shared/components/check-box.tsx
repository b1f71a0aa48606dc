import type { ReactNode } from 'react';

interface CheckBoxProps {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A check box with a clickable label. */
export function CheckBox({ label, checked, onChange }: CheckBoxProps) {
  return (
    <label className="inline-flex h-9 max-sm:h-11 cursor-pointer items-center gap-2.5 font-medium select-none">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} className="size-4 accent-accent" />
      {label}
    </label>
  );
}
