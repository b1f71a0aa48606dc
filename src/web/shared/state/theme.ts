import { useCallback, useState } from 'react';

import { readStored, writeStored } from './stored';

/** Which colours the page wears: the system's, or the reader's own choice. */
export type Theme = 'system' | 'light' | 'dark';

const KEY = 'theme';

/** The theme named by a stored text; the system's when it names none. */
export function parseTheme(text: string | null): Theme {
  return text === 'light' || text === 'dark' ? text : 'system';
}

/** The theme and a way to change it. `public/theme.js` applies a stored one before the first paint. */
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
