interface RadioCardProps {
  /** The same for all cards of a group. */
  readonly name: string;
  readonly title: string;
  readonly explained?: string;
  readonly checked: boolean;
  readonly onChange: () => void;
}

/** One of a few options that are all shown: a radio button whose whole card can be pressed. */
export function RadioCard({ name, title, explained, checked, onChange }: RadioCardProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-2.5 rounded-md border border-line px-3 py-2.5 has-[input:checked]:border-accent has-[input:checked]:bg-accent-soft/50">
      <input type="radio" name={name} checked={checked} onChange={onChange} className="mt-1 size-4 shrink-0 accent-accent" />
      <span className="min-w-0 wrap-break-word">
        <span className="block font-medium">{title}</span>
        {explained !== undefined && <span className="block text-sm text-muted">{explained}</span>}
      </span>
    </label>
  );
}
