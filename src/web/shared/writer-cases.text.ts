import { formatChange, formatQuantity, plural } from './formats';
import { catalog } from './messages';

/** Texts about variants whose stock another app changes as well, on the screens that show them. */
export const writerCasesText = catalog({
  'en-US': {
    held: 'On hold: another app changes its stock as well',
    suspected: 'Another app may be changing its stock as well',

    app: (name: string) => (name === '' ? 'Another app' : `Another app (${name})`),
    probably: (name: string) => `Another app (probably ${name})`,
    itself: (name: string) => (name === '' ? 'another app' : name),

    at: (time: string) => `at ${time}`,
    between: (from: string, to: string) => `between ${from} and ${to}`,

    changesStock: (app: string) => `${app} changes the stock of this variant as well.`,
    repeated: (app: string, changes: number, when: string, units: number) =>
      `${app} repeated ${plural(changes, 'change', 'changes')} ${when}${twice(changes, units)}.`,
    repeatedBoth: (app: string, changes: number, when: string, units: number) =>
      `${app} repeated ${plural(changes, 'change', 'changes')} ${when}: ${formatChange(units)} ${Math.abs(units) === 1 ? 'unit' : 'units'} on both platforms together.`,
    mayCopy: (app: string) => `${app} may be copying changes.`,
    lookCopied: (changes: number, when: string) =>
      changes === 1 ? `1 change ${when} looks like a copy.` : `${plural(changes, 'change', 'changes')} ${when} look like copies.`,

    certain: 'Certain',
    notCertain: 'Not certain',
    known: {
      name: (app: string) => `Square’s stock history says that ${app} made these changes, and they repeat changes on Shopify.`,
      silence:
        'When we changed one platform, the same change was made on the other one within seconds, several times in a row. We did not make it.',
      suspected: 'The amounts are the same as those of changes on the other platform shortly before.',
    },
    unknown: {
      name: 'Whether the app is still on, and which quantity is correct.',
      silence: 'Which app it is, whether it is still on, and which quantity is correct.',
      probably: (app: string) => `Whether it is ${app}, whether it is still on, and which quantity is correct.`,
      suspected: 'Whether an app made them: customers may have bought the same amounts by chance. We do not hold this variant back for it.',
    },
    appId: 'Square application ID',

    changes: (count: number) => (count === 1 ? 'The change' : `The latest ${plural(count, 'change', 'changes')}`),
    quantities: 'Quantities now',

    show: 'Decide what to do',
    details: 'View details',
    loadFailed: 'What the other app changed could not be loaded.',

    banner: (variants: number) =>
      variants === 1
        ? '1 variant is on hold: another app changes its stock as well'
        : `${plural(variants, 'variant is', 'variants are')} on hold: another app changes their stock as well`,
    bannerText: (variants: number) =>
      `It repeats changes, so each counts twice. We send nothing to ${variants === 1 ? 'this variant' : 'these variants'} until you decide.`,
    allOnHold: 'All changes are on hold: another app changes the same stock',
    allOnHoldText:
      'It was proven for several variants within an hour, so we send nothing to any variant. This ends when you decide about one of them. Sales are still recorded.',
  },
});

function twice(changes: number, units: number): string {
  if (units === 0) return changes === 1 ? '' : ', so each was counted twice';
  const counted = `${formatQuantity(Math.abs(units))} ${Math.abs(units) === 1 ? 'unit was' : 'units were'}`;
  return `, so ${counted} ${units < 0 ? 'taken off' : 'added'} twice`;
}
