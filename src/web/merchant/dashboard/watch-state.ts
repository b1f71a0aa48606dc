import type { WatchReport } from '../../../gen/sh/account_pb';
import { atom } from '../../shared/state/jotai';
import { idleQuery, type Query } from '../../shared/state/remote';

/** Variants in the first list, and how many more are shown at a time. */
export const FIRST_WATCHED = 10;
export const MORE_WATCHED = 100;

/** What was watched. */
export const watchAtom = atom<Query<WatchReport>>(idleQuery);
