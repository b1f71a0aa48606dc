import { useState } from 'react';

import { Button } from '../../shared/components/button';
import { FoldedNotice } from '../../shared/components/notice';
import { useLoad } from '../../shared/state/load';
import { latest } from '../../shared/state/remote';
import { readStored, writeStored } from '../../shared/state/stored';
import { copiesAtom, copyNotes, PUT_AWAY_KEY, readPutAway, writePutAway, type CopyNote } from './copy-state';

/** Products that are being copied to the other platform, how far they are, and what could not be copied. */
export function CopiesStrip() {
  const loaded = useLoad({
    atom: copiesAtom,
    key: 'all',
    label: 'getting copies',
    make: (api, options) => api.variants.getCopies({}, options),
    live: true,
  });
  const [putAway, setPutAway] = useState(() => readPutAway(readStored(PUT_AWAY_KEY)));
  const list = latest(loaded.remote);
  if (list === null) return null;
  const notes = copyNotes(list, putAway, Date.now());
  if (notes.length === 0) return null;
  const dismiss = (ids: readonly string[]) => {
    const next = new Set([...putAway, ...ids]);
    setPutAway(next);
    writeStored(PUT_AWAY_KEY, writePutAway(next, list));
  };
  return (
    <section aria-label="Copies" className="mb-4 flex flex-col gap-2 max-sm:mb-2">
      {notes.map((note) => (
        <FoldedNotice
          key={note.ids.join()}
          tone={note.tone}
          title={note.title}
          {...(note.over
            ? {
                action: (
                  <Button size="sm" onClick={() => dismiss(note.ids)} aria-label={`Dismiss: ${note.title}`}>
                    Dismiss
                  </Button>
                ),
              }
            : {})}
        >
          <CopyText note={note} />
        </FoldedNotice>
      ))}
    </section>
  );
}

function CopyText({ note }: { readonly note: CopyNote }) {
  return (
    <>
      <p className="tabular-nums">{note.text}</p>
      {!note.over && (
        <progress
          className="snapshot-progress mt-2 max-w-md"
          aria-label={note.title}
          max={note.progress?.total ?? 1}
          {...(note.progress === null ? {} : { value: note.progress.done })}
        />
      )}
      {note.problems.length > 0 && (
        <ul className="mt-1 list-disc pl-5 text-sm">
          {note.problems.map(({ name, problem }) => (
            <li key={`${name}:${problem}`}>
              {name}: {problem}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
