import { csvFileText } from '../csv-file.text';

/** Rows that are listed; the CSV file has all. */
const SHOWN = 50;

interface CsvRowListProps {
  readonly title: string;
  readonly rows: readonly { readonly row: number; readonly key: string; readonly why: string }[];
  /** Whether the list is open from the start. */
  readonly open?: boolean;
}

/** Lists rows of a file with what happened to them. Renders nothing when there are none. */
export function CsvRowList({ title, rows, open = false }: CsvRowListProps) {
  if (rows.length === 0) return null;
  return (
    <details open={open} className="rounded-lg border border-line bg-surface px-4 py-3">
      <summary className="font-medium">{title}</summary>
      <ul className="mt-2 list-disc pl-5 text-muted">
        {rows.slice(0, SHOWN).map(({ row, key, why }) => (
          <li key={row} className="wrap-anywhere">
            {csvFileText.keyedRow(row, key, why)}
          </li>
        ))}
      </ul>
      {rows.length > SHOWN && <p className="mt-2 text-muted">{csvFileText.more(rows.length - SHOWN)}</p>}
    </details>
  );
}
