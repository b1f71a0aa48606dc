import type { RpcOptions, UnaryCall } from '@protobuf-ts/runtime-rpc';

import { refuse, type Answer } from '../../domain/result';
import type { AccountApi } from '../../durable/api/account-api';
import type { Services } from '../runtime/services';
import type { Audit } from './audit';
import type { CallerSession } from './caller';
import type { Access } from './guard';

/** What every method gets in addition to its message. */
export interface Call {
  /** Null for a public method without a session. */
  readonly session: CallerSession | null;
  readonly services: Services;
}

/** What a method that needs a session gets. */
export interface SignedCall {
  readonly session: CallerSession;
  readonly services: Services;
  /** The object of the session's account: the only one that the method can reach. */
  readonly account: AccountApi;
}

/** The work of one method. Expected failures are refusals; a thrown error is a bug or an unavailable dependency. */
export type Handler<I, O> = (call: Call, input: I) => Promise<Answer<O>>;

/** One method: who may call it, what the audit log records of it, and its work. */
export interface Method<I, O> {
  readonly access: Access;
  readonly audit: Audit;
  readonly run: Handler<I, O>;
}

/** A service's methods, derived from its generated client interface: a missing or mistyped one does not compile. */
export type Methods<Client> = {
  readonly [Name in keyof Client]: Client[Name] extends (input: infer I extends object, options?: RpcOptions) => UnaryCall<object, infer O>
    ? Method<I, O>
    : never;
};

/** Defines a method that may be called without a session, or that reads the session itself. */
export function method<I, O>(access: Access, audit: Audit, run: Handler<I, O>): Method<I, O> {
  return { access, audit, run };
}

/** Defines a method that works on the account of the caller's session. Its access already refuses callers without one. */
export function signedIn<I, O>(
  access: Exclude<Access, 'public'>,
  audit: Audit,
  run: (call: SignedCall, input: I) => Promise<Answer<O>>,
): Method<I, O> {
  return method(access, audit, async ({ session, services }, input) => {
    if (session === null) return refuse('unauthenticated', 'Sign in first.');
    return run({ session, services, account: services.account(session.account.id) }, input);
  });
}
