import { ServiceType } from '@protobuf-ts/runtime-rpc';
import { describe, expect, it } from 'vitest';

import { Session } from '../../../../src/gen/sh/session_pb';
import { createTransport } from '../../../../src/web/shared/rpc/transport';

const generated = import.meta.glob<Record<string, unknown>>('../../../../src/gen/sh/*_pb.ts', { eager: true });

describe('streams', () => {
  it('are used by no method: every call is unary', () => {
    const services = Object.values(generated).flatMap((module) => Object.values(module).filter((one) => one instanceof ServiceType));
    expect(services.map(({ typeName }) => typeName)).toContain('sh.Inventory');
    const methods = services.flatMap(({ methods: own }) => own);
    expect(methods.length).toBeGreaterThan(60);
    expect(methods.filter(({ serverStreaming, clientStreaming }) => serverStreaming || clientStreaming)).toEqual([]);
  });

  it.each(['serverStreaming', 'clientStreaming', 'duplex'] as const)('are refused by the page’s transport: %s', (kind) => {
    const transport = createTransport('/rpc', () => '');
    const [method] = Session.methods;
    if (method === undefined) throw new Error('the service has no methods');
    expect(() => transport[kind](method, {}, {})).toThrow(/streaming is not supported/iu);
  });
});
