import { formatChange, formatCount, plural } from '../../shared/formats';
import { catalog } from '../../shared/messages';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The texts of the timeline page. */
export const text = catalog({
  'en-US': {
    title: 'Timeline',
    lead: 'What the history has about one SKU, with both numbers after each line.',
    notLoaded: 'The timeline could not be loaded.',
    search: 'Enter a whole SKU',
    showInInventory: 'Show in inventory',
    history: 'History',
    columns: { date: 'Timestamp', message: 'What happened' },
    notKnown: 'not known',
    showing: (lines: number) => plural(lines, 'line', 'lines'),
    moment: (day: string, time: string) => `${day}, ${time}`,

    duration: (ms: number) => {
      if (ms >= DAY_MS) return plural(Math.floor(ms / DAY_MS), 'day', 'days');
      if (ms >= HOUR_MS) return plural(Math.floor(ms / HOUR_MS), 'hour', 'hours');
      return plural(Math.floor(ms / MINUTE_MS), 'minute', 'minutes');
    },
    late: (time: string, later: string) => `Happened at ${time}, noticed ${later} later`,
    gap: (shopify: number, square: number) => {
      const changed =
        shopify === 0
          ? `Square changed by ${formatChange(square)}`
          : `Shopify changed by ${formatChange(shopify)}${square === 0 ? '' : ` and Square by ${formatChange(square)}`}`;
      return `${changed} without a line in the history. This can happen while a platform is not connected.`;
    },

    time: {
      label: 'Numbers at a time',
      hint: 'At the start of this minute, in your time zone.',
      future: 'This time has not come yet.',
      clear: 'Clear time',
    },
    answer: {
      label: 'Numbers at this time',
      on: (moment: string) => `On ${moment}`,
      lookingUp: 'Looking up the numbers at this time…',
      arriving: (units: number) => `including ${formatChange(units)} that may still have been on its way`,
      notKnown: 'Not known',
      by: (number: string, moment: string) => `${number} by ${moment}`,
      before: (before: string) => `It was ${before} before.`,
      later: (after: string) => `It was ${after}.`,
      beforeAndLater: (before: string, after: string) => `It was ${before} before, and ${after}.`,
    },

    noSku: 'Which SKU?',
    noSkuAdvice: 'Enter the whole SKU above, exactly as it is on Shopify and Square, to see why its number is what it is.',
    none: 'No line for this SKU yet',
    noneAdvice: (sku: string) =>
      `The history has no line for “${sku}”. Check that this is the whole SKU, exactly as it is on Shopify and Square.`,
    noneThen: 'No line up to this time',
    noneThenAdvice: 'The first line of this SKU may be newer.',
    noneOlder: 'No older lines',

    export: 'Export CSV',
    csv: {
      date: 'Timestamp',
      changedAt: 'Happened at',
      originator: 'Originated By',
      location: 'Location',
      message: 'Message',
      shopify: 'Shopify after',
      square: 'Square after',
      shopifyGap: 'Shopify gap',
      squareGap: 'Square gap',
    },
    exported: (rows: number) => `Exported ${plural(rows, 'row', 'rows')}`,
    exportedNewest: (rows: number) => `Exported the newest ${formatCount(rows)} rows. Older lines are not in the file.`,
  },
});
