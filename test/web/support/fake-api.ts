import { RpcError, UnaryCall, type MethodInfo, type RpcTransport } from '@protobuf-ts/runtime-rpc';

import { AccountClient } from '../../../src/gen/sh/account_pb.client';
import { AdminClient } from '../../../src/gen/sh/admin_pb.client';
import { ConnectionsClient } from '../../../src/gen/sh/connections_pb.client';
import { ExternalClient } from '../../../src/gen/sh/external_pb.client';
import { HistoryClient } from '../../../src/gen/sh/history_pb.client';
import { InventoryClient } from '../../../src/gen/sh/inventory_pb.client';
import { IssuesClient } from '../../../src/gen/sh/issues_pb.client';
import { LocationsClient } from '../../../src/gen/sh/locations_pb.client';
import { OperationsClient } from '../../../src/gen/sh/operations_pb.client';
import { SessionClient } from '../../../src/gen/sh/session_pb.client';
import { SubscriptionsClient } from '../../../src/gen/sh/subscriptions_pb.client';
import { VariantsClient } from '../../../src/gen/sh/variants_pb.client';
import type { Api } from '../../../src/web/shared/state/api';
import type { OperatorApi } from '../../../src/web/shared/state/operator-api';

/** Responses of the fake server by method name: fields of the response (the rest is default), an error, or a promise of either. */
export type Answers = Record<string, (input: never) => object | Promise<object>>;

/** A call that the server received. */
export interface SeenCall {
  readonly method: string;
  readonly input: unknown;
}

/** Returns the inputs of all calls of a method, oldest first. */
export function inputsOf(calls: readonly SeenCall[], method: string): readonly unknown[] {
  return calls.filter((call) => call.method === method).map(({ input }) => input);
}

/** Returns the input of the first call of a method. */
export function inputOf(calls: readonly SeenCall[], method: string): unknown {
  return inputsOf(calls, method)[0];
}

/** A refusal, as the server sends it. */
export function refusal(code: string, message: string, reference = 'req-1'): RpcError {
  return new RpcError(message, code, { reference });
}

/** A response that never arrives. */
export function never(): Promise<object> {
  return new Promise(() => undefined);
}

/** Default responses to calls that many pages make: no pauses, no charge. */
const DEFAULTS: Answers = {
  GetWritePauses: () => ({}),
  GetSubscription: () => ({ shopifySubscriptionId: '0' }),
  GetOtherWriters: () => ({}),
  GetSavedViews: () => ({}),
};

/** Creates the generated clients with a transport that responds from a table; a missing method is `unimplemented`. */
export function createFakeApi(answers: Answers): { readonly api: Api; readonly operators: OperatorApi; readonly calls: SeenCall[] } {
  const calls: SeenCall[] = [];
  const respond = async (method: MethodInfo, input: object) => {
    calls.push({ method: method.name, input });
    const answer = answers[method.name] ?? DEFAULTS[method.name];
    if (answer === undefined) throw refusal('unimplemented', `${method.name} is not part of this test`);
    const value = await answer(input as never);
    if (value instanceof RpcError) throw value;
    return method.O.create(value) as object;
  };
  const refuse = () => {
    throw new Error('streams are not part of the protocol');
  };
  const transport: RpcTransport = {
    mergeOptions: (options) => options ?? {},
    unary: (method, input, options) => {
      const response = respond(method, input);
      // The status promise fails with the response; pages only look at the response.
      const done = response.then(
        () => ({ code: 'OK', detail: '' }),
        () => ({ code: 'ERROR', detail: '' }),
      );
      return new UnaryCall(method, options.meta ?? {}, input, Promise.resolve({}), response as never, done, Promise.resolve({}));
    },
    serverStreaming: refuse,
    clientStreaming: refuse,
    duplex: refuse,
  };
  return {
    calls,
    operators: {
      admin: new AdminClient(transport),
      operations: new OperationsClient(transport),
      external: new ExternalClient(transport),
    },
    api: {
      session: new SessionClient(transport),
      account: new AccountClient(transport),
      connections: new ConnectionsClient(transport),
      history: new HistoryClient(transport),
      inventory: new InventoryClient(transport),
      issues: new IssuesClient(transport),
      locations: new LocationsClient(transport),
      subscriptions: new SubscriptionsClient(transport),
      variants: new VariantsClient(transport),
    },
  };
}
