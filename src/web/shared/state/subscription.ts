import type { Subscription } from '../../../gen/sh/subscriptions_pb';
import { atom } from './jotai';
import { useLoad, type Loaded } from './load';
import { idleQuery, type Query } from './remote';

/** Payments that the page asks for. */
const PAYMENTS = 12;

const subscriptionAtom = atom<Query<Subscription>>(idleQuery);

/** The subscription and its payments. */
export function useSubscription(): Loaded<Subscription> {
  return useLoad({
    atom: subscriptionAtom,
    key: 'current',
    label: 'getting subscription',
    make: (api, options) => api.subscriptions.getSubscription({ maxTransactions: PAYMENTS }, options),
    live: true,
  });
}
