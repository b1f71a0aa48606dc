/** The color theme: the system's, or the user's choice. */
export type Theme = 'system' | 'light' | 'dark';

/** The key in the browser's storage for the chosen theme. */
export const THEME_KEY = 'theme';

/** Parses a stored theme; 'system' when it is invalid. */
export function parseTheme(text: string | null): Theme {
  return text === 'light' || text === 'dark' ? text : 'system';
}
