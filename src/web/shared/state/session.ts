import type { AccountStatus } from '../../../gen/sh/account_pb';
import type { AppInfo, SessionData } from '../../../gen/sh/session_pb';
import { setPageAccount } from '../rpc/page-account';
import { atom, type createStore } from './jotai';
import { idle, latest, ready, type Remote } from './remote';

/** The session; its fields are empty when nobody is signed in. */
export const sessionAtom = atom<Remote<SessionData>>(idle);
/** The account status, polled while the page is visible. */
export const statusAtom = atom<Remote<AccountStatus>>(idle);
/** Information about this installation. */
export const appInfoAtom = atom<Remote<AppInfo>>(idle);

/** The revision of the account, which grows with every change that a page might show; 0 until known. */
export const revisionAtom = atom((get) => latest(get(statusAtom))?.revision ?? 0);

/** Incremented to poll the status immediately, for example after an action that changes it. */
export const statusNudgeAtom = atom(0);

/** Requests the account status at once. */
export const nudgeStatusAtom = atom(null, (get, set) => set(statusNudgeAtom, get(statusNudgeAtom) + 1));

const NO_SESSION: SessionData = {
  shopifyDomain: '',
  impersonatorDomain: '',
  email: '',
  accountId: '',
  accountName: '',
  isAdmin: false,
  impersonationEnds: '',
};

/** Clears the session and the account status after the server ended the session; the app shows the sign-in page. */
export function endSession(store: ReturnType<typeof createStore>): void {
  setPageAccount('');
  store.set(sessionAtom, ready(NO_SESSION));
  store.set(statusAtom, idle);
}

/** Returns whether an operator is impersonating this merchant. */
export function isImpersonating(session: SessionData): boolean {
  return session.impersonatorDomain !== '';
}

/** Returns whether the user is an operator, impersonating or not. The server checks every call itself. */
export function isOperator(session: SessionData): boolean {
  return session.isAdmin || isImpersonating(session);
}

/** Returns whether the account may use the product: it is subscribed, its access has not ended, or nothing is charged. */
export function isEntitled(status: AccountStatus, now: number): boolean {
  return status.isSubscribed || status.billingMode === 'none' || (status.accessEnds !== '' && Date.parse(status.accessEnds) > now);
}

/** Returns whether the user is an operator in their own account and that account may not use the product. The server refuses its calls. */
export function isUnsubscribedOperator(user: SessionData | null, status: AccountStatus | null, now: number): boolean {
  return user !== null && user.isAdmin && !isImpersonating(user) && status !== null && !isEntitled(status, now);
}

/** What the user may see. */
export type Gate = 'loading' | 'failed' | 'sign-in' | 'onboarding' | 'app';

/** Decides between sign-in, onboarding only, and the full app. Operators are never sent to onboarding. */
export function decideGate(session: Remote<SessionData>, status: Remote<AccountStatus>, now: number): Gate {
  const user = latest(session);
  if (user === null) return session.state === 'failed' ? 'failed' : 'loading';
  if (user.shopifyDomain === '') return 'sign-in';
  const account = latest(status);
  if (account === null) return status.state === 'failed' ? 'failed' : 'loading';
  if (isOperator(user) || isEntitled(account, now)) return 'app';
  return 'onboarding';
}
