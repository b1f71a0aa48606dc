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

/** What the fake server answers, by method name: fields of the answer (the rest is default), an error, or a promise of either. */
export type Answers = Record<string, (input: never) => object | Promise<object>>;

/** A call as the server saw it. */
export interface SeenCall {
  readonly method: string;
  readonly input: unknown;
}

/** A refusal as the server would send it. */
export function refusal(code: string, message: string, reference = 'req-1'): RpcError {
  return new RpcError(message, code, { reference });
}

/** An answer that never comes. */
export function never(): Promise<object> {
  return new Promise(() => undefined);
}

/** What screens ask for beside their own matters: operators' for pauses, the setup for a charge. None, unless a test says otherwise. */
const ANYWHERE: Answers = { GetWritePauses: () => ({}), GetSubscription: () => ({ shopifySubscriptionId: '0' }) };

/** The generated clients over a transport that answers from a table; a method that the table lacks is `unimplemented`. */
export function createFakeApi(answers: Answers): { readonly api: Api; readonly operators: OperatorApi; readonly calls: SeenCall[] } {
  const calls: SeenCall[] = [];
  const respond = async (method: MethodInfo, input: object): Promise<object> => {
    calls.push({ method: method.name, input });
    const answer = answers[method.name] ?? ANYWHERE[method.name];
    if (answer === undefined) throw refusal('unimplemented', `${method.name} is not part of this test`);
    const value = await answer(input as never);
    if (value instanceof RpcError) throw value;
    return method.O.create(value) as object;
  };
  const refuse = (): never => {
    throw new Error('streams are not part of the protocol');
  };
  const transport: RpcTransport = {
    mergeOptions: (options) => options ?? {},
    unary: (method, input, options) => {
      const response = respond(method, input);
      // The promise for the status shares its failure with the response, which is what the screens look at.
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
