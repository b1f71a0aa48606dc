import { formatCount } from '../../shared/formats';
import { catalog } from '../../shared/messages';

/** The texts of the onboarding. */
export const text = catalog({
  'en-US': {
    welcome: 'Welcome to Shelfbridge',
    lead: 'Set up stock sync between your online store and your point of sale in a few minutes. Nothing changes in either until you select your locations.',
    setup: 'Setup',
    left: (steps: number) => `${formatCount(steps)} left`,
    complete: "You're ready to rock!",

    steps: {
      shopify: {
        title: 'Connect Shopify',
        why: 'Lets Shelfbridge read your products and update your stock.',
        done: 'Connected',
      },
      square: {
        title: 'Connect Square',
        why: 'Sign in to Square and allow access to your items and stock.',
        done: 'Connected',
      },
      locations: {
        title: 'Select locations',
        why: 'Select one Shopify location and one Square location to sync. Your quantities stay as they are.',
        done: 'Selected',
      },
      subscription: {
        title: 'Activate your subscription',
        why: '$49.99 every 30 days, after a 14-day trial, with a 60-day money back guarantee. You approve the charge in Shopify.',
        done: 'Activated',
      },
    },
    pair: (shopifyLocation: string, squareLocation: string) => `${shopifyLocation} and ${squareLocation}`,
    useAnotherAccount: 'Use another account',
    changeLocations: 'Change locations',
    activate: 'Activate',
    noAccess: "We can't access your locations. Please try again after connecting your Shopify and Square accounts.",

    select: {
      title: 'Select Locations',
      lead: 'Stock syncs between these two locations. Saving does not change any quantities: we read both catalogs, and where quantities differ, both stay as they are until you choose the correct one. You can change the locations later.',
      save: 'Save',
      notLoaded: 'Your locations could not be loaded.',
      loading: 'Loading locations',
      noneFound: { shopify: 'No Shopify locations found', square: 'No Square locations found' },
      checkAgain: 'Check again',
    },

    help: {
      question: 'Need help?',
      email: (address: string) => `Email ${address}`,
      or: 'or',
      chat: 'Chat With Us',
    },

    beforeYouStart: {
      heading: 'Before you start',
      answers: [
        {
          question: 'Will my quantities be overwritten?',
          answer:
            'No. We read both catalogs and link variants that have the same SKU. Where quantities differ, both stay as they are until you choose the correct one.',
        },
        {
          question: 'What does Shelfbridge change in my store?',
          answer:
            'Stock quantities at the two locations that you select: we apply each sale, restock, or recount on one platform to the other. We never change names, prices, or images.',
        },
        {
          question: 'Can I start with missing or duplicate SKUs?',
          answer:
            'Yes. We skip variants with a missing or duplicate SKU, and list them so that you can fix them. Everything else starts syncing right away.',
        },
        {
          question: 'What does it cost, and how do I cancel?',
          answer:
            '$49.99 every 30 days, billed through Shopify, after a 14-day trial, with a 60-day money back guarantee. You can turn off sync or cancel at any time. Your stock stays as it is.',
        },
      ],
    },
  },
});
