import { useId } from 'react';

import { inputClass } from '../../../shared/components/field';
import { Notice } from '../../../shared/components/notice';
import { Spinner } from '../../../shared/components/spinner';
import type { FileProblem } from './count-file';
import { importText } from './import.text';

const text = importText.file;

interface FileStageProps {
  /** Why the file that was chosen cannot be read; null before one is. */
  readonly problem: FileProblem | null;
  readonly busy: boolean;
  readonly onFile: (file: File) => void;
}

/** Asks for the file. */
export function FileStage({ problem, busy, onFile }: FileStageProps) {
  const id = useId();
  return (
    <>
      <p className="text-muted">{text.lead}</p>
      {problem !== null && (
        <Notice tone="bad" title={text.wrong}>
          {text.problems[problem]}
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
          {text.hint}
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
