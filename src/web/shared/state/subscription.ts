import type { Subscription } from '../../../gen/sh/subscriptions_pb';
import { SUBSCRIPTION_REQUEST } from '../subscription-request';
import { atom } from './jotai';
import { useLoad, type Loaded } from './load';
import { idleQuery, type Query } from './remote';

const subscriptionAtom = atom<Query<Subscription>>(idleQuery);

/** Loads the subscription and its payments, and keeps them up to date. */
export function useSubscription(): Loaded<Subscription> {
  return useLoad({
    atom: subscriptionAtom,
    key: 'current',
    label: 'getting subscription',
    make: (api, options) => api.subscriptions.getSubscription(SUBSCRIPTION_REQUEST, options),
    live: true,
  });
}
