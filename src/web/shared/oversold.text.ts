import { formatQuantity, plural } from './formats';
import { catalog } from './messages';

/** Texts about a variant of which both platforms sold what only one had. */
export const oversoldText = catalog({
  'en-US': {
    title: 'Oversold on both platforms',
    short: (units: number) => `${formatQuantity(units)} more sold than in stock`,
    notLinked: 'No longer linked',
    inStock: 'Back in stock',
    later: 'Later sale',
    by: (time: string) => `by ${time}`,
    more: (count: number) => `And ${plural(count, 'later sale', 'later sales')}.`,
    refund: {
      shopify: 'Refund or back-order the later sale: the Shopify order.',
      square: 'Refund or back-order the later sale: the one on Square. If its customer already has the item, do it for the Shopify order.',
      unknown:
        'Which sale came later is not certain. Refund or back-order one of them: the Shopify order if the Square customer already has the item.',
    },
    loadFailed: 'This variant was oversold. Its sales could not be loaded.',
    show: 'View oversold variants',
  },
});
