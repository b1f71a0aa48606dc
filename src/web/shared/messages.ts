/** A language of the screens. */
export type Locale = 'en-US';

/** The language that the screens are shown in: the only one so far. Numbers, dates and plurals follow it. */
export const LOCALE: Locale = 'en-US';

/**
 * Returns a feature's texts in the language of the screens. Each text is a string, or a function of what it names. American
 * English is complete by type; another language has the same keys, and a feature that lacks it falls back to English.
 */
export function catalog<Texts>(
  languages: { readonly 'en-US': Texts } & { readonly [Other in Exclude<Locale, 'en-US'>]?: NoInfer<Texts> },
): Texts {
  return languages[LOCALE];
}
