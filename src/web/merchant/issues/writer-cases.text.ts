import { formatChange, formatCount, formatQuantity } from '../../shared/formats';
import { catalog } from '../../shared/messages';

/** Texts of the list of variants whose stock another app changes as well, and of the dialogs that decide about them. */
export const writersText = catalog({
  'en-US': {
    name: 'Changed by Another App',
    explanation:
      'When another app copies stock between Shopify and Square too, every sale counts twice. We put such variants on hold and send nothing to them until you decide. Sales are still recorded.',
    whatToDo: 'Turn off stock sync in the other app, or remove it, and then reconcile each variant.',
    none: 'We have not noticed another app that copies stock between Shopify and Square.',
    held: 'On hold',
    suspected: 'Suspected',
    more: (shown: number, total: number) =>
      `Showing ${formatCount(shown)} of ${formatCount(total)}. More appear as you decide about these.`,
    history: 'View history',
    act: (action: string, variant: string) => `${action}: ${variant}`,

    reconcile: 'I turned it off: reconcile',
    trust: 'This app’s changes are real',
    dismiss: 'Dismiss',
    dismissed: 'Dismissed.',
    keep: 'Keep on hold',
    failed: 'This could not be done.',

    reconciling: {
      title: 'Reconcile the quantity',
      loadFailed: 'The quantity could not be worked out.',
      reading: 'Reading both platforms…',
      now: 'Quantities now',
      lastKnown: 'Last known quantities',

      computed: 'How we worked it out',
      start: (time: string) => `Both platforms, ${time}`,
      shopify: 'Real changes on Shopify',
      square: 'Real changes on Square',
      proposed: 'Proposed quantity',
      copied: (units: number) =>
        units === 0
          ? 'What the other app changed adds up to 0 and is not counted.'
          : `What the other app changed is not counted: ${formatChange(units)} in all.`,

      active: 'Changes are still arriving',
      activeText:
        'Something changed this variant less than half a minute ago, so the other app may still be on. Turn off its stock sync or remove it, wait half a minute, and check again.',
      unclear: 'Please count this variant',
      unclearText: 'The recorded changes do not add up to one number, so we do not suggest one.',
      unreachable: 'We could not read both platforms',
      unreachableText: 'Shopify or Square did not tell us what we need to work out the quantity. Nothing was changed.',
      checkAgain: 'Check again',
      countInstead: 'Enter a count instead',
      countActive: 'Only if you are sure that the other app is off: otherwise it repeats this change as well.',

      quantity: 'Quantity for both platforms',
      changeHint: 'Change it if you have counted.',
      countHint: 'Count your stock, and enter that number.',
      set: 'Set both',
      setTo: (units: number) => `Set both to ${formatQuantity(units)}`,
      consent: 'We set Shopify and Square to this number, and sync this variant again.',
      saved: (units: number) => `Setting both platforms to ${formatQuantity(units)}`,
      failed: 'The quantity was not set.',
    },

    trusting: {
      title: 'Are this app’s changes real?',
      question: (app: string) =>
        `Choose this only if the changes of ${app} are sales or counts of their own, not copies of changes on the other platform. What follows:`,
      thisApp: 'this app',
      sent: 'The changes that are waiting for this variant are sent.',
      sentAll: (app: string) => `The changes that are waiting for this variant, and for others on hold because of ${app}, are sent.`,
      noTest: 'We no longer test whether changes of this variant are copies.',
      noTestOfApp: (app: string) => `We no longer test changes that Square’s stock history attributes to ${app}, for any variant.`,
      othersResume: 'Variants that are not on hold themselves sync again.',
      risk: 'If they are copies after all, every sale counts twice, and we do not warn you again.',
      confirm: 'Changes are real',
      done: 'Saved. This variant is no longer on hold.',
    },
  },
});
