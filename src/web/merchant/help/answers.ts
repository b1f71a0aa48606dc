/** A page of the app that an answer leads to. */
export interface HelpLink {
  readonly label: string;
  readonly href: string;
}

/** One question with its answer, in paragraphs. */
export interface Answer {
  /** Its place in the address, so that support can point to it. */
  readonly id: string;
  readonly question: string;
  readonly answer: readonly string[];
  readonly link?: HelpLink;
}

/** Questions that belong together. */
export interface Chapter {
  readonly title: string;
  readonly answers: readonly Answer[];
}

const BEGINNING: Chapter = {
  title: 'Beginning',
  answers: [
    {
      id: 'what-changes',
      question: 'What does Shelfbridge change in my shop?',
      answer: [
        'Stock counts, at the one location on each side that you chose. A sale, restock or recount on one side is added to or taken from the other.',
        'Names, prices and pictures are never touched. SKUs and barcodes change only when you change them here, and products are made only when you copy one.',
      ],
    },
    {
      id: 'first-day',
      question: 'What happens to my numbers when I begin?',
      answer: [
        'Nothing. Both catalogues are read, and variants with the same SKU are linked. Where the two numbers differ, both stay as they are until you say which one is right.',
        'From then on every change is passed on, also to variants whose numbers still differ.',
      ],
      link: { label: 'See what differs', href: '/inventory?view=out_of_sync' },
    },
    {
      id: 'locations',
      question: 'Which locations are kept in step?',
      answer: [
        'One Shopify location with one Square location. Stock at your other locations is neither read nor changed.',
        'To choose others, disconnect the pair and make a new one; both catalogues are then read again.',
      ],
      link: { label: 'Locations', href: '/locations' },
    },
    {
      id: 'how-fast',
      question: 'How quickly does a sale reach the other side?',
      answer: [
        'Usually within a second or two: the platforms tell Shelfbridge of each change as it happens. When many changes come at once they are sent together, which can take a little longer.',
      ],
    },
  ],
};

const MATCHING: Chapter = {
  title: 'Matching',
  answers: [
    {
      id: 'matching',
      question: 'How does Shelfbridge know which variants belong together?',
      answer: [
        'By their SKU. A variant on Shopify and a variation on Square with the same SKU are one, if no other variant on either side has that SKU.',
      ],
    },
    {
      id: 'missing-sku',
      question: 'Why is a variant listed without a SKU?',
      answer: [
        'It has none on that platform, and so cannot be matched. Add one here, or let Shelfbridge make a unique one for you; it is written to the platform.',
      ],
      link: { label: 'Variants without a SKU', href: '/issues?view=missing_skus&source=shopify' },
    },
    {
      id: 'duplicate-sku',
      question: 'Why are duplicate SKUs a problem?',
      answer: [
        'When two variants share a SKU nobody can say which of them was sold. Neither is kept in step until each has a SKU of its own.',
      ],
      link: { label: 'Duplicate SKUs', href: '/issues?view=duplicate_skus&source=shopify' },
    },
    {
      id: 'not-tracked',
      question: 'What does “inventory tracking disabled” mean?',
      answer: [
        'The platform does not count that variant’s stock, so there is no number to keep in step. Enable tracking here or on the platform.',
      ],
      link: { label: 'Variants that are not tracked', href: '/issues?view=inventory_disabled&source=shopify' },
    },
    {
      id: 'copy',
      question: 'A product exists on one side only. Can I copy it?',
      answer: [
        'Yes. Open the variant in the inventory and choose to sync it to the other side. The product is made there with its variants’ names, SKUs, prices, barcodes and stock, and then linked. What exists already is never overwritten.',
      ],
      link: { label: 'Inventory', href: '/inventory' },
    },
  ],
};

const NUMBERS: Chapter = {
  title: 'Numbers',
  answers: [
    {
      id: 'differ',
      question: 'Why do the two numbers of a variant differ?',
      answer: [
        'Either they differed from the beginning and nobody has said which is right, or a change is still on its way, or a change waits: it was held, or a platform refused it. Open the variant; it says which.',
      ],
      link: { label: 'Out of sync', href: '/inventory?view=out_of_sync' },
    },
    {
      id: 'which-is-right',
      question: 'How do I make them equal?',
      answer: [
        'Open the variant, take one of the two numbers or type your own, and save. Both sides are set to it, and sales made meanwhile still count.',
      ],
      link: { label: 'Inventory', href: '/inventory' },
    },
    {
      id: 'both-at-once',
      question: 'What if I sell the same thing on both sides at the same moment?',
      answer: [
        'Both sales count. Shelfbridge passes on changes, not numbers: with 5 in stock and one sold on each side, both end at 3.',
        'If the last one is sold twice, the stock goes to −1, so that you see what happened.',
      ],
    },
    {
      id: 'offline',
      question: 'What happens when a platform cannot be reached?',
      answer: ['Changes wait and are sent when it answers again. Nothing is lost, and nothing is sent twice.'],
      link: { label: 'Verify access', href: '/verifyAccess' },
    },
    {
      id: 'maximum',
      question: 'What is the maximum update quantity for?',
      answer: [
        'It holds back changes larger than you expect, such as a mistyped count, instead of passing them on. What is held is yours to send or to drop.',
      ],
      link: { label: 'Settings', href: '/settings' },
    },
    {
      id: 'history',
      question: 'Where do I see what happened to an item?',
      answer: [
        'In the history: every change with its time, where it came from and what was done about it. Search by SKU, and export what you found as a file.',
      ],
      link: { label: 'History', href: '/history' },
    },
  ],
};

const ACCOUNT: Chapter = {
  title: 'Your account',
  answers: [
    {
      id: 'pause',
      question: 'Can I pause it?',
      answer: ['Turn off Auto-sync in the settings. Changes are still counted, and what is owed is sent when you turn it on again.'],
      link: { label: 'Settings', href: '/settings' },
    },
    {
      id: 'price',
      question: 'What does it cost?',
      answer: ['$49.99 every 30 days, through Shopify’s billing, after a 14-day trial, with a 60-day money back guarantee.'],
      link: { label: 'Subscription', href: '/subscription' },
    },
    {
      id: 'cancel',
      question: 'How do I cancel, and what happens then?',
      answer: [
        'On the subscription page. Your access and the sync go on to the end of the billing cycle. After that nothing is sent any more; stock on both platforms stays as it is.',
        'The account’s data is deleted 30 days after access has ended.',
      ],
      link: { label: 'Subscription', href: '/subscription' },
    },
    {
      id: 'reconnect',
      question: 'A connection needs attention. What do I do?',
      answer: [
        'Verify access: both platforms are asked at once, and you are told what is wrong. Most often you reconnect and agree again; what was owed is then sent.',
      ],
      link: { label: 'Verify access', href: '/verifyAccess' },
    },
    {
      id: 'self-test',
      question: 'How do I find out whether everything works?',
      answer: [
        'Run the self-test. It looks at connections, locations, subscription, webhooks, catalogues and stock, and says what to mend.',
      ],
      link: { label: 'Self-test', href: '/test' },
    },
  ],
};

/** Everything that shop owners ask, in the order in which they come to ask it. */
export const CHAPTERS: readonly Chapter[] = [BEGINNING, MATCHING, NUMBERS, ACCOUNT];
