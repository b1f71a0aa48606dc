import { RpcError } from '@protobuf-ts/runtime-rpc';
import { describe, expect, it } from 'vitest';

import { localReference, toFailure } from '../../../../src/web/shared/rpc/failure';

const NOW = 1_767_323_045_678;

describe('toFailure', () => {
  it('keeps the server’s code, text and reference', () => {
    const error = new RpcError('There is no such variant.', 'not_found', { reference: 'req-9' });
    expect(toFailure(error, NOW)).toEqual({ code: 'not_found', message: 'There is no such variant.', reference: 'req-9' });
  });

  it('creates a reference when the server sent none', () => {
    expect(toFailure(new RpcError('cannot read twirp error response', 'internal'), NOW)).toEqual({
      code: 'internal',
      message: 'cannot read twirp error response',
      reference: 'SH-ERR-45678',
    });
    expect(localReference(200_007)).toBe('SH-ERR-7');
  });

  it('has its own message for a missing response', () => {
    const failure = toFailure(new RpcError('Failed to fetch'), NOW);
    expect(failure.code).toBe('unreachable');
    expect(failure.message).toBe('We could not reach the server. Check your connection and try again.');
  });

  it('treats anything else as an error of the page', () => {
    for (const thrown of [new TypeError('x is undefined'), 'text', undefined]) expect(toFailure(thrown, NOW).code).toBe('unknown');
  });
});
