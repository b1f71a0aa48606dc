import { describe, expect, it } from 'vitest';

import { ok, err } from '../../../src/domain/result';
import type { Calls } from '../../../src/durable/account/calls';
import { changeVariation } from '../../../src/durable/edits/square-variation';
import type { HttpAnswer } from '../../../src/platforms/http';
import { at } from '../../../src/platforms/json';
import { withSku } from '../../../src/platforms/square/edits';
import { squareOver } from '../../platforms/support/environment';
import { answered, NO_ANSWER, scriptedHttp, type ScriptedHttp } from '../../platforms/support/scripted-http';

const stored = (version: number, sku: string): HttpAnswer =>
  answered(200, { objects: [{ type: 'ITEM_VARIATION', id: 'V1', version, item_variation_data: { item_id: 'I1', name: 'Red', sku } }] });
const NONE = answered(200, { objects: [] });
const DONE = answered(200, { catalog_object: {} });
const STALE = answered(400, { errors: [{ category: 'INVALID_REQUEST_ERROR', code: 'VERSION_MISMATCH' }] });
const BUSY = answered(429, { errors: [{ category: 'RATE_LIMIT_ERROR', code: 'RATE_LIMITED' }] }, { 'retry-after': '0' });
const NO = answered(400, { errors: [{ category: 'INVALID_REQUEST_ERROR', code: 'INVALID_VALUE' }] });

function rename(...answers: HttpAnswer[]): { http: ScriptedHttp; outcome: ReturnType<typeof changeVariation> } {
  const http = scriptedHttp(...answers);
  const calls: Calls = {
    shopify: () => Promise.reject(new Error('Shopify is not asked')),
    square: (work) => work(squareOver(http)),
  };
  return { http, outcome: changeVariation(calls, 'V1', (variation) => (variation.sku === 'NEW' ? null : withSku(variation, 'NEW'))) };
}

describe('a variation that is changed', () => {
  it('is written once, at the version that was read', async () => {
    const { http, outcome } = rename(stored(7, 'OLD'), DONE);
    expect(await outcome).toEqual(ok(null));
    expect(at(http.body(1), 'object')).toMatchObject({ version: 7, item_variation_data: { sku: 'NEW', name: 'Red' } });
  });

  it('is read again after a concurrent change, and written at the new version with a new key', async () => {
    const { http, outcome } = rename(stored(7, 'OLD'), STALE, stored(8, 'OTHER'), DONE);
    expect(await outcome).toEqual(ok(null));
    expect(at(http.body(3), 'object', 'version')).toBe(8);
    expect(at(http.body(3), 'idempotency_key')).not.toBe(at(http.body(1), 'idempotency_key'));
  });

  it('is left alone after two concurrent changes', async () => {
    expect(await rename(stored(7, 'OLD'), STALE, stored(8, 'OTHER'), STALE).outcome).toMatchObject(err({ kind: 'refused' }));
  });

  it('is not written if it already has the requested value', async () => {
    const { http, outcome } = rename(stored(7, 'NEW'));
    expect(await outcome).toEqual(ok(null));
    expect(http.requests).toHaveLength(1);
  });

  it('is retried with the same key while Square is busy with another write', async () => {
    const { http, outcome } = rename(stored(7, 'OLD'), BUSY, DONE);
    expect(await outcome).toEqual(ok(null));
    expect(http.requests[2]?.body).toBe(http.requests[1]?.body);
  });

  it.each([
    ['took effect although nobody answered', [stored(7, 'OLD'), NO_ANSWER, stored(8, 'NEW')], { ok: true }],
    ['did not take effect', [stored(7, 'OLD'), NO_ANSWER, stored(7, 'OLD')], { ok: false, error: { kind: 'failed' } }],
    ['cannot be told of', [stored(7, 'OLD'), NO_ANSWER, NO_ANSWER], { ok: false, error: 'uncertain' }],
    ['was deleted meanwhile', [stored(7, 'OLD'), NO_ANSWER, NONE], { ok: false, error: 'gone' }],
    ['is not there', [NONE], { ok: false, error: 'gone' }],
    ['is refused', [stored(7, 'OLD'), NO], { ok: false, error: { kind: 'refused' } }],
    ['cannot be read', [NO_ANSWER], { ok: false, error: { kind: 'failed' } }],
  ])('%s, and the result says so', async (_, answers, expected) => {
    expect(await rename(...answers).outcome).toMatchObject(expected);
  });
});
