import { useCallback, useState } from 'react';

import { readStored, writeStored } from './stored';

/** The color theme: the system's, or the user's choice. */
export type Theme = 'system' | 'light' | 'dark';

const KEY = 'theme';

/** Parses a stored theme; 'system' when it is invalid. */
export function parseTheme(text: string | null): Theme {
  return text === 'light' || text === 'dark' ? text : 'system';
}

/** Returns the theme and a setter. `public/theme.js` applies a stored theme before the first paint. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(() => parseTheme(readStored(KEY)));
  const choose = useCallback((next: Theme) => {
    setTheme(next);
    writeStored(KEY, next === 'system' ? null : next);
    if (next === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = next;
  }, []);
  return [theme, choose];
}
