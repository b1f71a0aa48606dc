import type { FieldInfo, IMessageType } from '@protobuf-ts/runtime';
import type { ServiceInfo } from '@protobuf-ts/runtime-rpc';

import type { Access } from '../../../../src/worker/rpc/guard';
import { buildMethodTable } from '../../../../src/worker/rpc/method-table';
import { SERVICES } from '../../../../src/worker/rpc/services';

/** A method of the protocol, as the Worker serves it. */
export interface Method {
  /** `sh.Service/Method`. */
  readonly path: string;
  readonly service: ServiceInfo;
  readonly name: string;
  readonly input: IMessageType<object>;
  readonly output: IMessageType<object>;
  readonly access: Access;
}

const table = buildMethodTable(SERVICES);

/** Every method that the Worker serves. */
export const METHODS: readonly Method[] = SERVICES.flatMap(({ type }) =>
  type.methods.map(({ name }) => {
    const served = table.get(`${type.typeName}/${name}`);
    if (served === undefined) throw new Error(`${type.typeName}/${name} is not served`);
    return { ...served, service: type, name };
  }),
);

type MessageField = Extract<FieldInfo, { kind: 'message' }>;

/** The type of the message that a field holds. */
export function innerType(field: MessageField): IMessageType<object> {
  // oxlint-disable-next-line no-unsafe-assignment -- the runtime types a field's message as any; it is a message
  const type: IMessageType<object> = field.T();
  return type;
}
