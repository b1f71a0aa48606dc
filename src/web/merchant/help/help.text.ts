import { catalog } from '../../shared/messages';

/** A question with its answer in paragraphs, and the label of its link. */
interface Entry {
  readonly question: string;
  readonly answer: readonly string[];
  readonly link?: string;
}

const entries = <Id extends string>(all: Readonly<Record<Id, Entry>>): Readonly<Record<Id, Entry>> => all;

/** The texts of the help page. */
export const text = catalog({
  'en-US': {
    title: 'Help',
    lead: 'Answers to common questions.',
    more: 'More help',
    writeTo: 'Email',
    quote: 'If a message shows a reference, include it.',
    chat: 'Chat With Us',

    chapters: {
      start: 'Getting started',
      matching: 'Matching products',
      quantities: 'Quantities',
      account: 'Your account',
    },

    answers: entries({
      'what-changes': {
        question: 'What does Shelfbridge change in my shop?',
        answer: [
          'Stock quantities, at the location that you chose on each platform. A sale, restock, or recount on one platform updates the other.',
          'We never change names, prices, or images. SKUs and barcodes change only when you change them here, and we create products only when you copy one.',
        ],
      },
      'first-day': {
        question: 'What happens to my quantities when I start?',
        answer: [
          'Nothing. We read both catalogs and link variants that have the same SKU. Where the two quantities differ, both stay as they are until you choose the correct one.',
          'From then on every change syncs, even for variants whose quantities still differ.',
        ],
        link: 'See what differs',
      },
      locations: {
        question: 'Which locations stay in sync?',
        answer: [
          'One Shopify location and one Square location. We do not read or change stock at your other locations.',
          'To use other locations, disconnect the pair and create a new one. We then read both catalogs again.',
        ],
        link: 'Locations',
      },
      'how-fast': {
        question: 'How fast does a sale reach the other platform?',
        answer: [
          'Usually within a second or two: the platforms notify us of each change as it happens. When there are many changes at once, we send them together, which can take a little longer.',
        ],
      },
      matching: {
        question: 'How does Shelfbridge match variants?',
        answer: [
          'By SKU. We link a Shopify variant and a Square variation that have the same SKU, if no other variant on either platform uses that SKU.',
        ],
      },
      'missing-sku': {
        question: 'Why is a variant listed as missing a SKU?',
        answer: [
          'It has no SKU on that platform, so we cannot match it. Add one here, or let us generate a unique one. We save it to the platform.',
        ],
        link: 'Variants with missing SKUs',
      },
      'duplicate-sku': {
        question: 'Why are duplicate SKUs a problem?',
        answer: ['When two variants share a SKU, we cannot tell which one was sold. Neither syncs until each has its own SKU.'],
        link: 'Variants with duplicate SKUs',
      },
      'not-tracked': {
        question: 'What does “inventory tracking disabled” mean?',
        answer: [
          'The platform does not track stock for that variant, so there is no quantity to sync. Enable inventory tracking here or on the platform.',
        ],
        link: 'Variants with tracking disabled',
      },
      copy: {
        question: 'Can I copy a product that exists on only one platform?',
        answer: [
          'Yes. Open the variant in the inventory and sync it to the other platform. We create the product there with the names, SKUs, prices, barcodes, and stock of its variants, and link it. We never overwrite existing products.',
        ],
        link: 'Inventory',
      },
      differ: {
        question: 'Why do the two quantities of a variant differ?',
        answer: [
          'Either they differed from the start and nobody has chosen the correct one, or a change is still in progress, or a change is on hold or was rejected by a platform. Open the variant to see which.',
        ],
        link: 'Variants out of sync',
      },
      'which-is-right': {
        question: 'How do I make them equal?',
        answer: [
          'Open the variant, choose one of the two quantities or enter your own, and save. We set both platforms to it. Sales in the meantime still count.',
        ],
        link: 'Inventory',
      },
      keyboard: {
        question: 'Which keyboard shortcuts are there?',
        answer: [
          '/ moves to the search. In the inventory, Space selects the row of a box, hold Shift to select a range, the up and down arrows move to another row, and Esc clears the selection.',
        ],
        link: 'Inventory',
      },
      undo: {
        question: 'Can I undo a wrong import, a wrong leveling, or wrong links?',
        answer: [
          'Yes, for 30 days. We take back what the change added to each platform. What was sold, returned, or counted since stays, so nothing that a customer bought comes back. Links end, and the items are kept separate; SKUs get back what they were.',
        ],
        link: 'Bulk changes',
      },
      'both-at-once': {
        question: 'What if the same item sells on both platforms at the same time?',
        answer: [
          'Both sales count. We sync changes, not totals: with 5 in stock and one sold on each platform, both end at 3.',
          'If the last item sells twice, the quantity becomes −1, so that you can see it.',
        ],
      },
      offline: {
        question: 'What happens when a platform does not respond?',
        answer: ['Changes wait until it responds again, and then we send them. Nothing is lost, and nothing is sent twice.'],
        link: 'Verify access',
      },
      maximum: {
        question: 'What is the maximum update quantity for?',
        answer: ['It holds changes that are larger than you expect, such as a mistyped count. You decide whether to send or drop them.'],
        link: 'Settings',
      },
      history: {
        question: 'Where can I see what happened to an item?',
        answer: [
          'In the history. It shows each change with its time, origin, and result. You can search by SKU, filter by date, platform, cause, and originator, and export the results.',
        ],
        link: 'History',
      },
      pause: {
        question: 'Can I pause syncing?',
        answer: ['Yes. Turn off Auto-sync in the settings. We track changes and send them when you turn it back on.'],
        link: 'Settings',
      },
      price: {
        question: 'What does it cost?',
        answer: ['$49.99 every 30 days, billed by Shopify, after a 14-day trial. You have a 60-day money back guarantee.'],
        link: 'Subscription',
      },
      cancel: {
        question: 'How do I cancel, and what happens next?',
        answer: [
          'Cancel on the subscription page. Your access and the sync continue to the end of the billing cycle. After that we send no changes, and stock on both platforms stays as it is.',
          'We delete the data of your account 30 days after your access ends.',
        ],
        link: 'Subscription',
      },
      reconnect: {
        question: 'A connection needs attention. What should I do?',
        answer: [
          'Verify access. We check both platforms and show what is wrong. Usually you reconnect and approve the permissions again. We then send the changes that were waiting.',
        ],
        link: 'Verify access',
      },
      'self-test': {
        question: 'How can I check that everything works?',
        answer: [
          'Run the self-test. It checks connections, locations, subscription, webhooks, catalogs, and stock, and shows how to fix what it finds.',
        ],
        link: 'Self-test',
      },
    }),
  },
});
