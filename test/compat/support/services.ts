import type { IMessageType } from '@protobuf-ts/runtime';
import { ServiceType } from '@protobuf-ts/runtime-rpc';

const MODULES = import.meta.glob<Record<string, unknown>>('../../../src/gen/sh/*_pb.ts', { eager: true });

/** A method of the protocol as the generated code describes it. */
export interface Method {
  /** `sh.Service/Method`. */
  readonly path: string;
  readonly input: IMessageType<object>;
  readonly output: IMessageType<object>;
}

/** Every method of every service in `src/gen`. */
export const METHODS: readonly Method[] = Object.values(MODULES)
  .flatMap((module) => Object.values(module))
  .filter((one) => one instanceof ServiceType)
  .flatMap(({ typeName, methods }) => methods.map(({ name, I, O }) => ({ path: `${typeName}/${name}`, input: I, output: O })));

/** The method with a path. Throws when there is none. */
export function methodOf(path: string): Method {
  const method = METHODS.find((one) => one.path === path);
  if (method === undefined) throw new Error(`src/gen has no method ${path}`);
  return method;
}
