import { useMemo, useState } from 'react';

import { Button } from '../../../shared/components/button';
import { Choice } from '../../../shared/components/choice';
import { Notice } from '../../../shared/components/notice';
import type { CountTable } from './count-file';
import { guessColumns, readCounts, type CountedSku, type ReadCounts, type WrongRow } from './count-rows';
import { importText } from './import.text';

const text = importText.columns;

/** Wrong rows that are listed: a file with more of them is corrected by a rule, not row by row. */
const SHOWN = 50;

interface ColumnsStageProps {
  readonly name: string;
  readonly table: CountTable;
  readonly onPreview: (counts: readonly CountedSku[]) => void;
  readonly onBack: () => void;
}

/** Asks which columns hold SKUs and counts, unless their names tell, and checks every row. */
export function ColumnsStage({ name, table, onPreview, onBack }: ColumnsStageProps) {
  const [columns, setColumns] = useState(() => guessColumns(table));
  const { sku, count } = columns;
  const read = useMemo(
    () => (sku === null || count === null || sku === count ? null : readCounts(table, { sku, count })),
    [table, sku, count],
  );
  const options = table.columns.map((column, place) => ({
    value: String(place),
    label: column === '' ? text.unnamed(place + 1) : column,
  }));
  const chosen = (place: number | null): string | null => (place === null ? null : String(place));
  return (
    <>
      <p className="text-muted">{text.lead(name, table.rows.length)}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Choice
          label={text.sku}
          labelShown
          wide
          options={options}
          value={chosen(sku)}
          onChange={(place) => setColumns({ sku: Number(place), count })}
        />
        <Choice
          label={text.count}
          labelShown
          wide
          options={options}
          value={chosen(count)}
          onChange={(place) => setColumns({ sku, count: Number(place) })}
        />
      </div>
      {sku !== null && sku === count && <p className="text-sm text-bad">{text.same}</p>}
      {read !== null && <Checked read={read} />}
      <div className="flex flex-wrap gap-2">
        <Button
          kind="primary"
          disabled={read === null || read.wrong.length > 0 || read.counts.length === 0}
          onClick={() => read !== null && onPreview(read.counts)}
        >
          {text.preview}
        </Button>
        <Button onClick={onBack}>{importText.back}</Button>
      </div>
    </>
  );
}

function Checked({ read: { counts, wrong, blank } }: { readonly read: ReadCounts }) {
  if (wrong.length > 0) return <WrongRows wrong={wrong} />;
  return <p role="status">{counts.length === 0 ? text.none : text.found(counts.length, blank)}</p>;
}

function WrongRows({ wrong }: { readonly wrong: readonly WrongRow[] }) {
  return (
    <Notice tone="bad" title={text.wrong(wrong.length)}>
      <p>{text.wrongExplained}</p>
      <ul className="mt-2 list-disc pl-5">
        {wrong.slice(0, SHOWN).map(({ row, problem, value }) => (
          <li key={row} className="wrap-anywhere">
            {text.wrongRow(row, importText.rowProblems[problem](value.slice(0, 60)))}
          </li>
        ))}
      </ul>
      {wrong.length > SHOWN && <p className="mt-2">{text.more(wrong.length - SHOWN)}</p>}
    </Notice>
  );
}
