import type { DeadLetterPage, DeadLetterResult } from '../../../gen/sh/operations_pb';
import { atom } from '../../shared/state/jotai';
import { idleQuery, type Query } from '../../shared/state/remote';
import { text } from './dead-letters.text';

/** Dead letters per page. */
export const PAGE_SIZE = 100;

/** The current page of dead letters. */
export const deadLettersAtom = atom<Query<DeadLetterPage>>(idleQuery);

/** The state of the list in the URL. */
export interface DeadLettersQuery {
  /** A processor's registered name; '' for all. */
  readonly processor: string;
  readonly cursor: string;
}

/** Reads the state of the list from the URL. */
export function readDeadLettersQuery(params: URLSearchParams): DeadLettersQuery {
  return { processor: params.get('processor') ?? '', cursor: params.get('cursor') ?? '' };
}

/** Writes a state of the list for the URL. */
export function writeDeadLettersQuery({ processor, cursor }: DeadLettersQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (processor !== '') params.set('processor', processor);
  if (cursor !== '') params.set('cursor', cursor);
  return params;
}

/** What operators do with dead letters. */
export type DeadLetterAction = 'replay' | 'drop';

/** Sums up the results of an action: how many dead letters it was done to, and how many failed. */
export function describeResults(action: DeadLetterAction, results: readonly DeadLetterResult[]): string {
  const done = results.filter(({ ok }) => ok).length;
  return (action === 'replay' ? text.replayed : text.dropped)(done, results.length - done);
}
