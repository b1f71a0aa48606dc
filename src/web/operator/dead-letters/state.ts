import type { DeadLetterPage, DeadLetterResult } from '../../../gen/sh/operations_pb';
import { plural } from '../../shared/formats';
import { atom } from '../../shared/state/jotai';
import { idleQuery, type Query } from '../../shared/state/remote';

/** Dead letters a page. */
export const PAGE_SIZE = 100;

/** The present page of dead letters. */
export const deadLettersAtom = atom<Query<DeadLetterPage>>(idleQuery);

/** What the address says about the list. */
export interface DeadLettersQuery {
  /** A processor's registered name; '' for all. */
  readonly processor: string;
  readonly cursor: string;
}

/** Reads the list's state from the address. */
export function readDeadLettersQuery(params: URLSearchParams): DeadLettersQuery {
  return { processor: params.get('processor') ?? '', cursor: params.get('cursor') ?? '' };
}

/** The address of a state of the list. */
export function writeDeadLettersQuery({ processor, cursor }: DeadLettersQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (processor !== '') params.set('processor', processor);
  if (cursor !== '') params.set('cursor', cursor);
  return params;
}

/** What can be done with dead letters. */
export type Deed = 'replay' | 'drop';

/** What became of the chosen ones, in a sentence. */
export function outcomeText(deed: Deed, results: readonly DeadLetterResult[]): string {
  const worked = results.filter(({ ok }) => ok).length;
  const done = `${plural(worked, 'dead letter', 'dead letters')} ${deed === 'replay' ? 'handed back' : 'dropped'}`;
  const failed = results.length - worked;
  return failed === 0 ? `${done}.` : `${done}, ${failed} not: each says why.`;
}
