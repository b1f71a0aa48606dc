import { useCallback, useState } from 'react';

import { readStored, writeStored } from './storage';

/** Returns a boolean state that is kept in local storage under `key`. */
export function useStoredFlag(key: string, initial: boolean): [boolean, (value: boolean) => void] {
  const [value, setValue] = useState(() => {
    const stored = readStored(key);
    return stored === null ? initial : stored === 'true';
  });
  const set = useCallback(
    (next: boolean) => {
      setValue(next);
      writeStored(key, String(next));
    },
    [key],
  );
  return [value, set];
}

/** Returns a set of known names that is kept in local storage under `key`, empty at first. Stored names that are not known are ignored. */
export function useStoredNames<Name extends string>(
  key: string,
  known: readonly Name[],
): [ReadonlySet<Name>, (names: ReadonlySet<Name>) => void] {
  const [names, setNames] = useState<ReadonlySet<Name>>(() => {
    const stored = new Set((readStored(key) ?? '').split(','));
    return new Set(known.filter((name) => stored.has(name)));
  });
  const set = useCallback(
    (next: ReadonlySet<Name>) => {
      setNames(next);
      writeStored(key, next.size === 0 ? null : [...next].join(','));
    },
    [key],
  );
  return [names, set];
}
