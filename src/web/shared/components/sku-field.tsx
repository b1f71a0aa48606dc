import { textLink } from './button';
import { TextField } from './field';
import { Spinner } from './spinner';

interface SkuFieldProps {
  readonly value: string;
  readonly onChange: (sku: string) => void;
  /** Fills the box with a SKU that neither platform knows yet. */
  readonly onGenerate: () => void;
  readonly generating: boolean;
  readonly disabled?: boolean;
  /** Which SKU to give. */
  readonly hint?: string;
}

/** The box for a new SKU, with the link that makes one. */
export function SkuField({ value, onChange, onGenerate, generating, disabled = false, hint }: SkuFieldProps) {
  return (
    <div>
      <TextField
        label="New SKU"
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
        Generate Unique SKU
      </button>
    </div>
  );
}
