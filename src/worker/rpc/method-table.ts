import type { IMessageType } from '@protobuf-ts/runtime';
import type { ServiceType } from '@protobuf-ts/runtime-rpc';

import type { Answer } from '../../domain/result';
import type { Audit } from './audit';
import type { Access } from './guard';
import type { Call } from './method';

/**
 * A handler whose message types only its own service knows. The method form makes its parameter bivariant: a typed handler fits, and it
 * only ever gets messages that its own method's type has read.
 */
type ErasedHandler = { run(call: Call, input: object): Promise<Answer<object>> }['run'];

/** A method whose message types only its own service knows. */
interface ErasedMethod {
  readonly access: Access;
  readonly audit: Audit;
  readonly run: ErasedHandler;
}

/** A service's generated description and its methods, by their names in code. */
export interface ServedService {
  readonly type: ServiceType;
  readonly methods: Readonly<Record<string, ErasedMethod>>;
}

/** One method as the endpoint serves it. */
export interface ServedMethod extends ErasedMethod {
  /** `sh.Service/Method`. */
  readonly path: string;
  readonly input: IMessageType<object>;
  readonly output: IMessageType<object>;
}

/** Returns every method of the services, by path. Throws when one is not defined: such a Worker must not start. */
export function buildMethodTable(services: readonly ServedService[]): ReadonlyMap<string, ServedMethod> {
  const table = new Map<string, ServedMethod>();
  for (const { type, methods } of services) {
    for (const described of type.methods) {
      const path = `${type.typeName}/${described.name}`;
      const defined = Object.hasOwn(methods, described.localName) ? methods[described.localName] : undefined;
      if (defined === undefined) throw new Error(`${path} is not defined`);
      const messages: { I: IMessageType<object>; O: IMessageType<object> } = described;
      table.set(path, { ...defined, path, input: messages.I, output: messages.O });
    }
  }
  return table;
}
