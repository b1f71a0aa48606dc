import { useMemo, useState } from 'react';

import { csvFileText } from '../csv-file.text';
import type { FileTable } from '../csv-rows';
import { Button } from './button';
import { Choice } from './choice';
import { Notice } from './notice';

const text = csvFileText.columns;

/** Wrong rows that are listed: a file with more of them is corrected by a rule, not row by row. */
const SHOWN = 50;

/** The places of two columns, from 0; null for one that is to be chosen. */
export type ColumnPair = readonly [number | null, number | null];

/** A file's rows, checked. */
export interface CheckedRows<Row> {
  readonly rows: readonly Row[];
  /** Rows that cannot be imported, and why. */
  readonly wrong: readonly { readonly row: number; readonly why: string }[];
  /** How many rows were found and left out, for people. */
  readonly found: string;
}

interface CsvColumnsStageProps<Row> {
  readonly name: string;
  readonly table: FileTable;
  readonly labels: readonly [string, string];
  /** Shown when both are the same column. */
  readonly same: string;
  readonly guessed: ColumnPair;
  /** Checks all rows. Pass the same function every time: it runs again when it changes. */
  readonly check: (table: FileTable, first: number, second: number) => CheckedRows<Row>;
  readonly onPreview: (rows: readonly Row[]) => void;
  readonly onBack: () => void;
}

/** The second stage of an import: asks which two columns to read, unless their names tell, and checks every row. */
export function CsvColumnsStage<Row>(props: CsvColumnsStageProps<Row>) {
  const { name, table, labels, same, guessed, check, onPreview, onBack } = props;
  const [[first, second], setColumns] = useState(guessed);
  const checked = useMemo(
    () => (first === null || second === null || first === second ? null : check(table, first, second)),
    [table, first, second, check],
  );
  const options = table.columns.map((column, place) => ({
    value: String(place),
    label: column === '' ? text.unnamed(place + 1) : column,
  }));
  const chosen = (place: number | null): string | null => (place === null ? null : String(place));
  return (
    <>
      <p className="text-muted wrap-anywhere">{text.lead(name, table.rows.length)}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Choice
          label={labels[0]}
          labelShown
          wide
          options={options}
          value={chosen(first)}
          onChange={(place) => setColumns([Number(place), second])}
        />
        <Choice
          label={labels[1]}
          labelShown
          wide
          options={options}
          value={chosen(second)}
          onChange={(place) => setColumns([first, Number(place)])}
        />
      </div>
      {first !== null && first === second && <p className="text-sm text-bad">{same}</p>}
      {checked !== null && (checked.wrong.length > 0 ? <WrongRows wrong={checked.wrong} /> : <p role="status">{checked.found}</p>)}
      <div className="flex flex-wrap gap-2">
        <Button
          kind="primary"
          disabled={checked === null || checked.wrong.length > 0 || checked.rows.length === 0}
          onClick={() => checked !== null && onPreview(checked.rows)}
        >
          {text.preview}
        </Button>
        <Button onClick={onBack}>{csvFileText.back}</Button>
      </div>
    </>
  );
}

function WrongRows({ wrong }: { readonly wrong: CheckedRows<never>['wrong'] }) {
  return (
    <Notice tone="bad" title={text.wrong(wrong.length)}>
      <p>{text.wrongExplained}</p>
      <ul className="mt-2 list-disc pl-5">
        {wrong.slice(0, SHOWN).map(({ row, why }) => (
          <li key={row} className="wrap-anywhere">
            {csvFileText.row(row, why)}
          </li>
        ))}
      </ul>
      {wrong.length > SHOWN && <p className="mt-2">{csvFileText.more(wrong.length - SHOWN)}</p>}
    </Notice>
  );
}
