import { useBreakpoints } from '../../../shared/components/breakpoint';
import { CheckBox } from '../../../shared/components/check-box';
import { inventoryText } from '../inventory.text';
import { OPTIONAL_COLUMNS, type OptionalColumn } from './optional-columns';

const text = inventoryText.optionalColumns;

interface ColumnPanelProps {
  readonly chosen: ReadonlySet<OptionalColumn>;
  readonly onChange: (chosen: ReadonlySet<OptionalColumn>) => void;
}

/** Shows and hides optional columns. */
export function ColumnPanel({ chosen, onChange }: ColumnPanelProps) {
  // A card always shows the SKU.
  const isWide = useBreakpoints().has('sm');
  const offered = OPTIONAL_COLUMNS.filter((column) => isWide || column !== 'sku');
  const set = (column: OptionalColumn, on: boolean): void =>
    onChange(new Set(OPTIONAL_COLUMNS.filter((one) => (one === column ? on : chosen.has(one)))));
  return (
    <>
      <div className="flex flex-wrap gap-x-6">
        {offered.map((column) => (
          <CheckBox key={column} label={text.names[column]} checked={chosen.has(column)} onChange={(on) => set(column, on)} />
        ))}
      </div>
      <p className="text-sm text-muted">{isWide ? text.hint : text.hintForCards}</p>
    </>
  );
}
