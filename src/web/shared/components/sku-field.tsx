import { sharedText } from '../shared.text';
import { textLink } from './button';
import { TextField } from './field';
import { Spinner } from './spinner';

interface SkuFieldProps {
  readonly value: string;
  readonly onChange: (sku: string) => void;
  /** Fills the box with a SKU that neither platform uses yet. */
  readonly onGenerate: () => void;
  readonly generating: boolean;
  readonly disabled?: boolean;
  /** Which SKU to enter. */
  readonly hint?: string;
}

/** A text box for a new SKU with a link that generates one. */
export function SkuField({ value, onChange, onGenerate, generating, disabled = false, hint }: SkuFieldProps) {
  return (
    <div>
      <TextField
        label={sharedText.newSku}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        spellCheck={false}
        readOnly={disabled}
        maxLength={255}
        {...(hint === undefined ? {} : { hint })}
      />
      <button
        type="button"
        onClick={() => {
          if (!generating && !disabled) onGenerate();
        }}
        aria-disabled={generating || disabled || undefined}
        aria-busy={generating || undefined}
        className={`${textLink} mt-2 inline-flex items-center gap-1.5 rounded-sm aria-disabled:opacity-60`}
      >
        {generating && <Spinner />}
        {sharedText.generateSku}
      </button>
    </div>
  );
}
