import { MAX_FILE_BYTES, MAX_ROWS, type FileProblem } from './csv-rows';
import { formatCount, plural } from './formats';
import { catalog } from './messages';

const rows = (count: number): string => plural(count, 'row', 'rows');

/** Texts that every import of a CSV file shows. */
export const csvFileText = catalog({
  'en-US': {
    back: 'Choose another file',
    download: 'Download CSV',
    more: (count: number) => `and ${rows(count)} more.`,
    row: (row: number, what: string) => `Row ${formatCount(row)}: ${what}`,
    keyedRow: (row: number, key: string, what: string) => `Row ${formatCount(row)}, ${key}: ${what}`,
    leftOut: (count: number) => `${rows(count)} left out`,

    file: {
      label: 'CSV file',
      hint: (leftOut: string) => `Up to ${formatCount(MAX_ROWS)} rows. ${leftOut}`,
      reading: 'Reading the file',
      wrong: 'This file cannot be imported.',
      problems: {
        unreadable: () => 'It could not be read. Close it in other programs, check your connection, and choose it again.',
        'too-large': () => `It is larger than ${formatCount(MAX_FILE_BYTES / 1_000_000)} MB. Import it in parts.`,
        workbook: () => 'It is a workbook, not a CSV file. Save it as “CSV UTF-8” in your spreadsheet and import that file.',
        encoding: () => 'Its characters are neither UTF-8 nor UTF-16. Save it as “CSV UTF-8” in your spreadsheet and import that file.',
        'too-many-rows': () => `It has more than ${formatCount(MAX_ROWS)} rows. Import it in parts.`,
        'open-quote': () => 'A quotation mark in it is never closed, so its rows cannot be told apart.',
        'no-columns': (needed: string) => `It has one column only. The first row must name the columns, ${needed}.`,
        empty: () => 'It has no rows below the names of its columns.',
      } satisfies Record<FileProblem, (needed: string) => string>,
    },

    columns: {
      lead: (name: string, count: number) => `${name} has ${rows(count)}. Nothing has been changed.`,
      unnamed: (place: number) => `Column ${formatCount(place)}`,
      wrong: (count: number) => `${rows(count)} cannot be imported`,
      wrongExplained: 'Correct the file and choose it again. Until every row is right, none is imported.',
      preview: 'Preview changes',
    },
  },
});
