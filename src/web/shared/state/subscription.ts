import type { Subscription } from '../../../gen/sh/subscriptions_pb';
import { atom } from './jotai';
import { useLoad, type Loaded } from './load';
import { idleQuery, type Query } from './remote';

/** Number of payments to load. */
const PAYMENTS = 12;

const subscriptionAtom = atom<Query<Subscription>>(idleQuery);

/** Loads the subscription and its payments, and keeps them up to date. */
export function useSubscription(): Loaded<Subscription> {
  return useLoad({
    atom: subscriptionAtom,
    key: 'current',
    label: 'getting subscription',
    make: (api, options) => api.subscriptions.getSubscription({ maxTransactions: PAYMENTS }, options),
    live: true,
  });
}
