import type { RpcOptions, UnaryCall } from '@protobuf-ts/runtime-rpc';

import { refuse, type Answer } from '../../domain/result';
import type { AccountApi } from '../../durable/api/account-api';
import type { CallerSession, RpcPorts } from './ports';

/** What any method is given beside its message. */
export interface Call {
  /** Null for a public method without a session. */
  readonly session: CallerSession | null;
  readonly ports: RpcPorts;
}

/** What a method behind sign-in is given. */
export interface SignedCall {
  readonly session: CallerSession;
  readonly ports: RpcPorts;
  /** The object of the session's account: the only one that the method can reach. */
  readonly account: AccountApi;
}

/** One method's work. Expected failures are refusals; a thrown error is a bug or a lost dependency. */
export type Handler<I, O> = (call: Call, input: I) => Promise<Answer<O>>;

/** The methods of a service, taken from its generated client interface: a missing or mistyped one does not compile. */
export type Handlers<Client> = {
  readonly [Name in keyof Client]: Client[Name] extends (input: infer I extends object, options?: RpcOptions) => UnaryCall<object, infer O>
    ? Handler<I, O>
    : never;
};

/** A handler that needs a session. The access table already refuses callers without one; this says it again to the compiler. */
export function signedIn<I, O>(run: (call: SignedCall, input: I) => Promise<Answer<O>>): Handler<I, O> {
  return async ({ session, ports }, input) => {
    if (session === null) return refuse('unauthenticated', 'Sign in first.');
    return run({ session, ports, account: ports.account(session.accountId) }, input);
  };
}
