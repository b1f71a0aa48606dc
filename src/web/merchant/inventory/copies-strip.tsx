import { useState } from 'react';

import { Button } from '../../shared/components/button';
import { FoldedNotice } from '../../shared/components/notice';
import { useLoad } from '../../shared/state/load';
import { latest } from '../../shared/state/remote';
import { readStored, writeStored } from '../../shared/state/storage';
import { copiesText as text } from './copies.text';
import { copiesAtom, copyNotes, DISMISSED_KEY, readDismissed, writeDismissed, type CopyNote } from './copy-state';

/** Shows the products that are being copied to the other platform: progress, results and problems. */
export function CopiesStrip() {
  const loaded = useLoad({
    atom: copiesAtom,
    key: 'all',
    label: 'getting copies',
    make: (api, options) => api.variants.getCopies({}, options),
    live: true,
  });
  const [dismissed, setDismissed] = useState(() => readDismissed(readStored(DISMISSED_KEY)));
  const list = latest(loaded.remote);
  if (list === null) return null;
  const notes = copyNotes(list, dismissed, Date.now());
  if (notes.length === 0) return null;
  const dismiss = (ids: readonly string[]) => {
    const next = new Set([...dismissed, ...ids]);
    setDismissed(next);
    writeStored(DISMISSED_KEY, writeDismissed(next, list));
  };
  return (
    <section aria-label={text.strip} className="mb-4 flex flex-col gap-2 max-sm:mb-2">
      {notes.map((note) => (
        <FoldedNotice
          key={note.ids.join()}
          tone={note.tone}
          title={note.title}
          {...(note.finished
            ? {
                action: (
                  <Button size="sm" onClick={() => dismiss(note.ids)} aria-label={text.dismissNotice(note.title)}>
                    {text.dismiss}
                  </Button>
                ),
              }
            : {})}
        >
          <CopyDetails note={note} />
        </FoldedNotice>
      ))}
    </section>
  );
}

function CopyDetails({ note }: { readonly note: CopyNote }) {
  return (
    <>
      <p className="tabular-nums">{note.text}</p>
      {!note.finished && (
        <progress
          className="snapshot-progress mt-2 max-w-md"
          aria-label={note.title}
          max={note.progress?.total ?? 1}
          {...(note.progress === null ? {} : { value: note.progress.done })}
        />
      )}
      {note.problems.length > 0 && (
        <ul className="mt-1 list-disc pl-5 text-sm">
          {note.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </>
  );
}
