import { useCallback, useState } from 'react';

import { readStored, writeStored } from './storage';
import { parseTheme, THEME_KEY, type Theme } from './stored-theme';

/** Returns the theme and a setter. `start/first.ts` applies a stored theme before the first paint. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(() => parseTheme(readStored(THEME_KEY)));
  const choose = useCallback((next: Theme) => {
    setTheme(next);
    writeStored(THEME_KEY, next === 'system' ? null : next);
    if (next === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = next;
  }, []);
  return [theme, choose];
}
