import { inventoryPath, issuesPath, paths } from '../../shared/paths';
import { text } from './help.text';

/** A question with its answer. */
export interface Answer {
  /** The fragment of its URL, so that support can link to it. */
  readonly id: string;
  readonly question: string;
  readonly answer: readonly string[];
  readonly link?: { readonly label: string; readonly href: string };
}

/** Related questions. */
export interface Chapter {
  readonly title: string;
  readonly answers: readonly Answer[];
}

/** Returns the answer with this id; `href` is the page that its link opens. */
function answer(id: keyof typeof text.answers, href?: string): Answer {
  const { link, ...entry } = text.answers[id];
  return { id, ...entry, ...(link === undefined || href === undefined ? {} : { link: { label: link, href } }) };
}

/** All questions, in the order in which shop owners ask them. */
export const CHAPTERS: readonly Chapter[] = [
  {
    title: text.chapters.start,
    answers: [
      answer('what-changes'),
      answer('first-day', inventoryPath('out_of_sync')),
      answer('locations', paths.locations),
      answer('how-fast'),
    ],
  },
  {
    title: text.chapters.matching,
    answers: [
      answer('matching'),
      answer('missing-sku', issuesPath('missing_skus', 'shopify')),
      answer('duplicate-sku', issuesPath('duplicate_skus', 'shopify')),
      answer('not-tracked', issuesPath('inventory_disabled', 'shopify')),
      answer('copy', paths.inventory),
    ],
  },
  {
    title: text.chapters.quantities,
    answers: [
      answer('differ', inventoryPath('out_of_sync')),
      answer('which-is-right', paths.inventory),
      answer('keyboard', paths.inventory),
      answer('undo', paths.bulkChanges),
      answer('both-at-once'),
      answer('offline', paths.verifyAccess),
      answer('maximum', paths.settings),
      answer('history', paths.history),
    ],
  },
  {
    title: text.chapters.account,
    answers: [
      answer('pause', paths.settings),
      answer('price', paths.subscription),
      answer('cancel', paths.subscription),
      answer('reconnect', paths.verifyAccess),
      answer('self-test', paths.selfTest),
    ],
  },
];
