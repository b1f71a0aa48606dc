import { describe, expect, it } from 'vitest';

import { ok } from '../../../src/domain/result';
import type { WriterCaseList, WriterCaseView } from '../../../src/durable/api/writer-case-api';
import { merchantMail } from '../../../src/worker/alerts/merchant-mail';
import { merchantText, operatorText } from '../../../src/worker/alerts/wording';
import { writerCasesText } from '../../../src/worker/alerts/writer-cases-text';
import { callJson, effects, MOMENT, newWorld } from './rpc-world';

const CASE: WriterCaseView = {
  id: '1001:VAR1',
  state: 'held',
  proof: 'name',
  since: MOMENT,
  sku: 'TEE-M',
  productName: 'Tee',
  variantName: 'Medium',
  key: 12,
  app: { id: 'sq0idp-mirror', name: 'Stock Mirror' },
  copied: { count: 3, units: -450_000, from: MOMENT - 120_000, to: MOMENT },
  latest: [{ side: 'square', delta: -100_000, at: MOMENT }],
  shopify: 700_000,
  square: 250_000,
};
const UNKNOWN: WriterCaseView = {
  ...CASE,
  id: '2:B',
  state: 'suspected',
  proof: null,
  key: null,
  app: null,
  copied: null,
  latest: [],
  shopify: null,
  square: null,
};
const LIST: WriterCaseList = { total: 2, held: 1, allOnHold: true, cases: [CASE, UNKNOWN] };
const at = (moment: number): string => new Date(moment).toISOString();

describe('sh.Issues', () => {
  it('lists variants whose stock another app changes as well', async () => {
    const world = await newWorld();
    Object.assign(world.api, { writerCases: async () => LIST });
    const { body } = await callJson(world, 'sh.Issues/GetWriterCases', { limit: 7, variant_id: '12' });
    expect(body).toEqual({
      total: 2,
      held: 1,
      all_on_hold: true,
      cases: [
        {
          id: '1001:VAR1',
          state: 'held',
          proof: 'name',
          since: at(MOMENT),
          sku: 'TEE-M',
          product_name: 'Tee',
          variant_name: 'Medium',
          variant_id: '12',
          app_id: 'sq0idp-mirror',
          app_name: 'Stock Mirror',
          copies: 3,
          units: -4.5,
          from: at(MOMENT - 120_000),
          to: at(MOMENT),
          shopify: 7,
          square: 2.5,
          latest: [{ source: 'square', at: at(MOMENT), delta: -1 }],
        },
        expect.not.objectContaining({ shopify: expect.anything() as unknown, square: expect.anything() as unknown }),
      ],
    });
    expect(effects(world)).toEqual(['writerCases[7,12]']);
  });

  it('proposes a number, or says why there is none', async () => {
    const world = await newWorld();
    const none = {
      shopify: null,
      square: 200_000,
      quantity: null,
      why: 'unclear',
      copied: 0,
      shopifyChanges: 0,
      squareChanges: 0,
      start: null,
    };
    const some = {
      ...none,
      shopify: 0,
      quantity: 0,
      why: '',
      copied: -200_000,
      shopifyChanges: -300_000,
      start: { quantity: 300_000, at: MOMENT },
    };
    const answers = [ok(some), ok(none)];
    Object.assign(world.api, { writerProposal: async () => answers.shift() });
    // A number of 0 is a number.
    expect((await callJson(world, 'sh.Issues/GetWriterProposal', { id: CASE.id })).body).toMatchObject({
      shopify: 0,
      square: 2,
      quantity: 0,
      copied: -2,
      start: 3,
      start_at: at(MOMENT),
      shopify_changes: -3,
    });
    const { body } = await callJson(world, 'sh.Issues/GetWriterProposal', { id: CASE.id });
    expect(body).toMatchObject({ square: 2, why: 'unclear' });
    for (const absent of ['shopify', 'quantity', 'start']) expect(body).not.toHaveProperty(absent);
    expect(effects(world)).toEqual(['writerProposal["1001:VAR1"]', 'writerProposal["1001:VAR1"]']);
  });

  it('ends a case as the merchant decides', async () => {
    const world = await newWorld();
    Object.assign(world.api, { resolveWriterCase: async () => ok(null) });
    for (const decided of [{ action: 'reconcile', quantity: 0 }, { action: 'trust' }, { action: 'dismiss' }])
      expect((await callJson(world, 'sh.Issues/ResolveWriterCase', { id: CASE.id, ...decided })).status).toBe(200);
    expect(effects(world)).toEqual(
      ['"reconcile","quantity":0', '"trust","quantity":null', '"dismiss","quantity":null'].map(
        (decided) => `resolveWriterCase[{"id":"1001:VAR1","action":${decided},"by":"merchant"}]`,
      ),
    );
  });

  const five = 'quantity must be a number with at most five decimals.';
  it.each([
    ['GetWriterCases', { limit: -1 }, 'limit must not be negative.'],
    ['GetWriterCases', { variant_id: '1:2' }, 'variant_id is not the id of a variant.'],
    ['GetWriterProposal', {}, 'id is missing.'],
    ['GetWriterProposal', { id: 'x'.repeat(401) }, 'id must not be longer than 400 characters.'],
    ['ResolveWriterCase', { action: 'trust' }, 'id is missing.'],
    ['ResolveWriterCase', { id: '1:V' }, 'action must be one of reconcile, trust, dismiss.'],
    ['ResolveWriterCase', { id: '1:V', action: 'TRUST' }, 'action must be one of reconcile, trust, dismiss.'],
    ['ResolveWriterCase', { id: '1:V', action: 'trust', quantity: 1 }, "quantity is only for the action 'reconcile'."],
    ['ResolveWriterCase', { id: '1:V', action: 'dismiss', quantity: 0 }, "quantity is only for the action 'reconcile'."],
    ['ResolveWriterCase', { id: '1:V', action: 'reconcile' }, 'quantity is missing: an absent quantity is not zero.'],
    ['ResolveWriterCase', { id: '1:V', action: 'reconcile', quantity: 'NaN' }, 'quantity must be a finite number.'],
    ['ResolveWriterCase', { id: '1:V', action: 'reconcile', quantity: 'Infinity' }, 'quantity must be a finite number.'],
    ['ResolveWriterCase', { id: '1:V', action: 'reconcile', quantity: 1e300 }, five],
    ['ResolveWriterCase', { id: '1:V', action: 'reconcile', quantity: 0.000_001 }, five],
  ])('refuses %s of %j', async (method, message, msg) => {
    const world = await newWorld();
    expect(await callJson(world, `sh.Issues/${method}`, message)).toMatchObject({ status: 400, body: { code: 'invalid_argument', msg } });
    expect(effects(world)).toEqual([]);
  });

  it('knows no case in an account that has none', async () => {
    const world = await newWorld();
    for (const [method, message] of [
      ['GetWriterProposal', { id: CASE.id }],
      ['ResolveWriterCase', { id: CASE.id, action: 'trust' }],
    ] as const)
      expect(await callJson(world, `sh.Issues/${method}`, message)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('the alert about another app', () => {
  it('says to operators how many variants are on hold', async () => {
    const { api } = await newWorld();
    const health = { ...(await api.health()), writersHeld: 1, writersSuspected: 2 };
    expect(operatorText('another_writer', health)).toContain('1 variant is on hold: another app');
    expect(operatorText('suspected_writer', health)).toContain('2 variants are apparently');
    expect(merchantText('suspected_writer')).toMatchObject({ path: '/issues?view=writers' });
  });

  it('says to the merchant, for each variant, which app counted how much twice and when, and what to do', () => {
    const anonymous = {
      ...CASE,
      proof: 'silence' as const,
      app: null,
      productName: '',
      variantName: '',
      copied: { count: 1, units: 100_000, from: MOMENT, to: MOMENT },
    };
    const text = writerCasesText({ ...LIST, held: 8, cases: [CASE, UNKNOWN, anonymous] });
    const [first, last] = [MOMENT - 120_000, MOMENT].map((moment) => at(moment).slice(0, 16).replace('T', ' '));
    expect(text.split('\n')).toEqual([
      'Several variants are affected, so we send nothing for any variant until you decide.',
      `- Tee, Medium (SKU TEE-M): The app "Stock Mirror" repeated 3 changes between ${first} and ${last} UTC, -4.5 units in sum, counted twice.`,
      `- SKU TEE-M: Another app repeated 1 change at ${last} UTC, +1 unit on both platforms together.`,
      '- and 6 more',
      'What to do: turn off stock sync in the other app, or remove it. Then confirm the correct quantity of each variant in Shelfbridge.',
    ]);
    const alert = { kind: 'another_writer', shopDomain: 'demo.myshopify.com', raisedAt: MOMENT, goneSince: null, clearedAt: null };
    const mail = merchantMail([alert], 'https://app.example', { another_writer: text });
    expect(mail?.text).toContain(`${merchantText('another_writer')?.safe}\nSeveral variants`);
    expect(mail?.text).toContain('https://app.example/issues?view=writers');
    expect(merchantMail([alert], 'https://app.example')?.text).not.toContain('Several variants');
    expect(merchantMail([{ ...alert, clearedAt: MOMENT }], 'https://app.example', { another_writer: text })?.text).not.toContain('Several');
  });

  it('says nothing of cases that have ended meanwhile', () => {
    expect(writerCasesText({ total: 1, held: 0, allOnHold: false, cases: [UNKNOWN] })).toBe('');
  });
});
