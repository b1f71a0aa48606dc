import type { AccountStatus } from '../../../gen/sh/account_pb';
import type { AppInfo, SessionData } from '../../../gen/sh/session_pb';
import { setPageAccount } from '../rpc/page-account';
import { atom, type createStore } from './jotai';
import { idle, latest, ready, type Remote } from './remote';

/** Who is signed in; empty fields without a session. */
export const sessionAtom = atom<Remote<SessionData>>(idle);
/** The account's state, asked for again and again while a page is in sight. */
export const statusAtom = atom<Remote<AccountStatus>>(idle);
/** Facts about this installation. */
export const appInfoAtom = atom<Remote<AppInfo>>(idle);

/** Grows with every change that a screen might show; 0 until known. */
export const revisionAtom = atom((get) => latest(get(statusAtom))?.revision ?? 0);

/** Raised by one to ask for the status at once, as after an action that changes it. */
export const statusNudgeAtom = atom(0);

const NO_SESSION: SessionData = {
  shopifyDomain: '',
  impersonatorDomain: '',
  email: '',
  accountId: '',
  accountName: '',
  isAdmin: false,
  impersonationEnds: '',
};

/** The server knows no session any more: the app goes back to the sign-in page, and forgets the account's status. */
export function endSession(store: ReturnType<typeof createStore>): void {
  setPageAccount('');
  store.set(sessionAtom, ready(NO_SESSION));
  store.set(statusAtom, idle);
}

/** Whether an operator is acting as this merchant. */
export function isImpersonating(session: SessionData): boolean {
  return session.impersonatorDomain !== '';
}

/** Whether an operator is at the keyboard, as himself or as a merchant. The server judges every call by itself. */
export function isOperator(session: SessionData): boolean {
  return session.isAdmin || isImpersonating(session);
}

/** An account may use the product when it is subscribed, when its access has not ended yet, or when nothing is charged. */
export function isEntitled(status: AccountStatus, now: number): boolean {
  return status.isSubscribed || status.billingMode === 'none' || (status.accessEnds !== '' && Date.parse(status.accessEnds) > now);
}

/** Whether the person is an operator in his own account, which may not use the product: the server refuses him its screens' calls. */
export function isUnsubscribedOperator(who: SessionData | null, status: AccountStatus | null, now: number): boolean {
  return who !== null && who.isAdmin && !isImpersonating(who) && status !== null && !isEntitled(status, now);
}

/** What the person at the keyboard may see. */
export type Gate = 'loading' | 'failed' | 'sign-in' | 'onboarding' | 'app';

/** Decides between sign-in, onboarding alone, and the whole app. Operators and impersonators are never sent to onboarding. */
export function decideGate(session: Remote<SessionData>, status: Remote<AccountStatus>, now: number): Gate {
  const who = latest(session);
  if (who === null) return session.state === 'failed' ? 'failed' : 'loading';
  if (who.shopifyDomain === '') return 'sign-in';
  const account = latest(status);
  if (account === null) return status.state === 'failed' ? 'failed' : 'loading';
  if (isOperator(who) || isEntitled(account, now)) return 'app';
  return 'onboarding';
}
