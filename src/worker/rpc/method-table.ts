import type { IMessageType } from '@protobuf-ts/runtime';
import type { ServiceType } from '@protobuf-ts/runtime-rpc';

import type { Answer } from '../../domain/result';
import { effectOf, type Effect } from './effects';
import { accessOf, type Access } from './guard';
import type { Call } from './handler';

/**
 * A handler whose message types are known to its own service alone. The method form makes its parameter bivariant: a typed
 * handler fits, and it only ever gets messages that its own method's type has read.
 */
type ErasedHandler = { run(call: Call, input: object): Promise<Answer<object>> }['run'];

/** A service's generated description and its handlers. */
export interface ServedService {
  readonly type: ServiceType;
  readonly handlers: Readonly<Record<string, ErasedHandler>>;
}

/** One method as the door serves it. */
export interface ServedMethod {
  /** `sh.Service/Method`. */
  readonly path: string;
  readonly access: Access;
  readonly effect: Effect;
  readonly input: IMessageType<object>;
  readonly output: IMessageType<object>;
  readonly run: ErasedHandler;
}

/**
 * Every method of the services, by path. Throws when a method has no entry in the tables of access and effects or no
 * handler: such a Worker must not start.
 */
export function buildMethodTable(services: readonly ServedService[]): ReadonlyMap<string, ServedMethod> {
  const table = new Map<string, ServedMethod>();
  for (const { type, handlers } of services) {
    for (const method of type.methods) {
      const path = `${type.typeName}/${method.name}`;
      const access = accessOf(type.typeName, method.localName);
      if (access === null) throw new Error(`${path} has no entry in the access table`);
      const effect = effectOf(type.typeName, method.localName);
      if (effect === null) throw new Error(`${path} has no entry in the table of effects`);
      const run = handlers[method.localName];
      if (run === undefined) throw new Error(`${path} has no handler`);
      const messages: { I: IMessageType<object>; O: IMessageType<object> } = method;
      table.set(path, { path, access, effect, input: messages.I, output: messages.O, run });
    }
  }
  return table;
}
