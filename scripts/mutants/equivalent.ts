import type { Operator } from './mutant';

/** A mutant that no test can kill, because it behaves as the shipped code does. */
export interface Equivalent {
  /** Either the mutant's id, or its place, given by source texts. */
  readonly mutant: string | { readonly file: string; readonly operator: Operator; readonly before: string; readonly after: string };
  /** Why it behaves the same. */
  readonly reason: string;
}

/** The equivalent mutants. They are hunted like the others: one that gets killed is not equivalent. */
export const EQUIVALENT: readonly Equivalent[] = [
  { mutant: 'b5897ba8115f', reason: 'Answers are compared with the number of the last call; before the first one there is none.' },
  { mutant: '580bc4aa599a', reason: 'Every clock is past the first millisecond.' },
  { mutant: 'b86306217a24', reason: 'No level is being read then, so a late answer finds none, and the next call sets its own number.' },
  { mutant: '4aedea460b98', reason: 'No level is being read then, so a late answer finds none, and the next call sets its own number.' },
  { mutant: '8aa61a24f290', reason: 'A level without a decrease to classify stays the same, whatever was found.' },
  { mutant: '54ec7406c4c8', reason: 'A request always has an op, and with it the time at which it was first sent.' },
  { mutant: 'e4e45c5fc914', reason: 'A number without a time counts as the oldest: our clock is decades past either value.' },
  { mutant: '8d960b6a9a93', reason: 'Saves work only: without it, nothing of the level changes either, and it stays the same object.' },
  { mutant: 'd8b4cd928381', reason: 'Saves work only, as above.' },
  { mutant: 'ea00e273fdc8', reason: 'Saves work only, as above.' },
  { mutant: '54410b179149', reason: 'The first number is kept in any case: it is the other half of the condition.' },
  {
    mutant: '67fd8960db5c',
    reason: 'A pause comes with a request or a read that waits for its end: that is a time no later, whatever else is to be sent.',
  },
  { mutant: '31beff3236ab', reason: 'A count always has a row.' },
  { mutant: 'd1395ab239d5', reason: 'Saves work only: an empty table has nothing for either side.' },
  { mutant: '330ed24ac73e', reason: 'Without rows the walk ends, and the number is not used.' },
  { mutant: '46a605be2780', reason: 'It belongs to day 0, which no journal has.' },
  {
    mutant: 'fc1aa737377c',
    reason: 'Saves memory only: what is stored is noted once more when the row is read again, which comes before any write of it.',
  },
  {
    mutant: 'f5f99e8cf8ac',
    reason: 'A changed level that is no longer in memory is skipped, and one that was read again is as its row says.',
  },
];
