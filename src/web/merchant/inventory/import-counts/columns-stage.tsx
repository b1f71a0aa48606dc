import { CsvColumnsStage, type CheckedRows } from '../../../shared/components/csv-columns-stage';
import type { FileTable } from '../../../shared/csv-rows';
import { guessColumns, readCounts, type CountedSku } from './count-rows';
import { importText } from './import.text';

const text = importText.columns;

interface ColumnsStageProps {
  readonly name: string;
  readonly table: FileTable;
  readonly onPreview: (counts: readonly CountedSku[]) => void;
  readonly onBack: () => void;
}

/** Asks which columns hold SKUs and counts, unless their names tell, and checks every row. */
export function ColumnsStage(props: ColumnsStageProps) {
  const { sku, count } = guessColumns(props.table);
  return <CsvColumnsStage {...props} labels={[text.sku, text.count]} same={text.same} guessed={[sku, count]} check={check} />;
}

function check(table: FileTable, sku: number, count: number): CheckedRows<CountedSku> {
  const { counts, wrong, blank } = readCounts(table, { sku, count });
  return {
    rows: counts,
    wrong: wrong.map(({ row, problem, value }) => ({ row, why: importText.rowProblems[problem](value.slice(0, 60)) })),
    found: counts.length === 0 ? text.none : text.found(counts.length, blank),
  };
}
