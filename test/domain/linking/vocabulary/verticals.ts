import { apparel } from './apparel';
import { cosmetics } from './cosmetics';
import { food } from './food';
import { hardware } from './hardware';
import type { Vertical } from './vertical';

/** All lines of business. */
export const VERTICALS: readonly Vertical[] = [food, apparel, hardware, cosmetics];

/** Each noun that has another common word, with that word. */
export const SYNONYMS: readonly (readonly [noun: string, synonym: string])[] = VERTICALS.flatMap(({ kinds }) =>
  kinds.flatMap(({ noun, synonym }): (readonly [string, string])[] => (synonym === undefined ? [] : [[noun, synonym]])),
);
