import type { IMessageType } from '@protobuf-ts/runtime';
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
