import { plural } from './formats';
import { catalog } from './messages';

/** The texts about other applications that change stock on Square. */
export const otherWritersText = catalog({
  'en-US': {
    heading: 'Other apps that change stock on Square',
    title: (apps: number) =>
      apps === 1 ? 'Another app changes stock on Square' : `${plural(apps, 'other app', 'other apps')} change stock on Square`,
    unnamed: 'An app without a name',
    made: (name: string, changes: number, isComplete: boolean) =>
      `${name} made ${isComplete ? '' : 'at least '}${plural(changes, 'stock change', 'stock changes')} in the last 30 days.`,
    turnOff: 'If it also syncs with Shopify, turn that off first: two apps that sync the same stock count every sale twice.',
    turnOffEach: 'If one of them also syncs with Shopify, turn that off first: two apps that sync the same stock count every sale twice.',
    gotIt: 'Got It',
    changes: (changes: number, isComplete: boolean) => `${isComplete ? '' : 'At least '}${plural(changes, 'change', 'changes')}`,
    lastChange: 'last',
    none: 'None in the last 30 days. Shelfbridge checks Square’s stock history once a week.',
    noneInPart: 'None in the part of the last 30 days that was read: Square’s stock history is too long to be read whole.',
    notRead: 'Square’s stock history has not been read yet. It is read once your locations are selected and Square answers.',
    readAt: 'Square’s stock history of the 30 days before',
    notLoaded: 'Other apps could not be loaded.',
  },
});
