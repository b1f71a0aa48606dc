import { useId } from 'react';

import { csvFileText } from '../csv-file.text';
import type { FileProblem } from '../csv-rows';
import { inputClass } from './field';
import { Notice } from './notice';
import { Spinner } from './spinner';

const text = csvFileText.file;

interface CsvFileStageProps {
  /** What the file is for. */
  readonly lead: string;
  /** Which columns it needs, as part of a sentence. */
  readonly needed: string;
  /** Which of its rows are left out. */
  readonly leftOut: string;
  /** Why the file that was chosen cannot be read; null before one is. */
  readonly problem: FileProblem | null;
  readonly busy: boolean;
  readonly onFile: (file: File) => void;
}

/** The first stage of an import: asks for the CSV file. */
export function CsvFileStage({ lead, needed, leftOut, problem, busy, onFile }: CsvFileStageProps) {
  const id = useId();
  return (
    <>
      <p className="text-muted">{lead}</p>
      {problem !== null && (
        <Notice tone="bad" title={text.wrong}>
          {text.problems[problem](needed)}
        </Notice>
      )}
      <div>
        <label htmlFor={id} className="mb-1.5 block font-medium">
          {text.label}
        </label>
        <input
          id={id}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          aria-describedby={`${id}-hint`}
          disabled={busy}
          className={`${inputClass} py-1.5 file:mr-3 file:rounded file:border-0 file:bg-sunken file:px-2.5 file:py-0.5 file:text-ink`}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            // The same file can be chosen again once it is corrected.
            target.value = '';
            if (file !== undefined) onFile(file);
          }}
        />
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {text.hint(leftOut)}
        </p>
      </div>
      {busy && (
        <p role="status" className="flex items-center gap-2.5 text-muted">
          <Spinner /> {text.reading}
        </p>
      )}
    </>
  );
}
