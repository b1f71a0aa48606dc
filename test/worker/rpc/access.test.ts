import { ServiceType } from '@protobuf-ts/runtime-rpc';
import { describe, expect, it } from 'vitest';

import { Empty } from '../../../src/gen/sh/common_pb';
import { refusalFor, type Access } from '../../../src/worker/rpc/guard';
import { buildMethodTable } from '../../../src/worker/rpc/method-table';
import { SERVICES } from '../../../src/worker/rpc/services';
import { accountId } from '../../support/account-id';
import { callJson, newWorld, post, SESSION } from './fake-ports';

const METHODS = SERVICES.flatMap(({ type }) => type.methods.map((method) => ({ path: `${type.typeName}/${method.name}`, type, method })));

const TABLE = buildMethodTable(SERVICES);

const IMPERSONATING = {
  ...SESSION,
  entitled: false,
  isAdmin: true,
  impersonator: { accountId: accountId(2), shopDomain: 'operator.myshopify.com' },
};

describe('the access table', () => {
  it('gives what the contract says to each service', () => {
    const expected: Record<string, Access> = {
      'sh.Account': 'signed-in',
      'sh.Connections': 'signed-in',
      'sh.Locations': 'signed-in',
      'sh.Subscriptions': 'signed-in',
      'sh.Inventory': 'entitled',
      'sh.Variants': 'entitled',
      'sh.Issues': 'entitled',
      'sh.History': 'entitled',
      'sh.External': 'operator',
      'sh.Admin': 'operator',
      'sh.Operations': 'operator',
    };
    const exceptions: Record<string, Access> = {
      'sh.Session/GetSessionData': 'public',
      'sh.Session/GetAppInfo': 'public',
      'sh.Session/ImpersonateDomain': 'impersonation',
      'sh.Session/Test': 'operator',
      'sh.Subscriptions/GetSubscriptionStatus': 'public',
    };
    for (const { path, type } of METHODS) {
      expect(TABLE.get(path)?.access, path).toBe(exceptions[path] ?? expected[type.typeName]);
    }
  });

  it('keeps a Worker from starting with a method that is not defined', () => {
    const stranger = new ServiceType('sh.Stranger', [{ name: 'Enter', options: {}, I: Empty, O: Empty }]);
    expect(() => buildMethodTable([{ type: stranger, methods: {} }])).toThrow('sh.Stranger/Enter is not defined');
  });

  it('judges an operator by the actor and lets an impersonator see every screen', () => {
    expect(refusalFor('entitled', IMPERSONATING)).toBeNull();
    expect(refusalFor('operator', IMPERSONATING)).toBeNull();
    expect(refusalFor('operator', { ...IMPERSONATING, isAdmin: false })?.code).toBe('permission_denied');
    expect(refusalFor('impersonation', { ...IMPERSONATING, isAdmin: false })).toBeNull();
    expect(refusalFor('impersonation', SESSION)?.code).toBe('permission_denied');
  });
});

describe('every method', () => {
  it.each(METHODS.filter(({ path }) => !/GetSessionData|GetAppInfo|GetSubscriptionStatus/u.test(path)))(
    '$path asks for a session',
    async ({ path }) => {
      const world = { ...newWorld(), session: null };
      const response = await post(world, path);
      expect(response.status).toBe(401);
      expect(world.asked).toEqual([]);
      expect(world.effects).toEqual([]);
    },
  );

  // Whatever ids a request names, the object that is asked is the session's own.
  it.each(METHODS)('$path reaches no account but the session’s own', async ({ path }) => {
    const world = { ...newWorld(), session: { ...SESSION, isAdmin: true } };
    const message = {
      id: '2',
      account_id: '2',
      source: 'shopify',
      variant_id: '999',
      product_id: '999',
      location_id: '99',
      domain: 'second.myshopify.com',
    };
    const body = path.endsWith('AdminAddAllWebhooks') ? { id: 2 } : message;
    await post(world, path, JSON.stringify(body));
    expect(world.asked.filter((id) => id !== 1)).toEqual([]);
    expect(
      world.effects.filter((effect) => /^(?:history|payments|rename|releaseConnection|enqueueSnapshot)\["(?!1")/u.test(effect)),
    ).toEqual([]);
  });

  it('answers not_found for ids that are not the account’s', async () => {
    const foreign: [string, Record<string, unknown>][] = [
      ['sh.Variants/GetVariantDetail', { source: 'shopify', variant_id: '999' }],
      ['sh.Variants/GetVariantDetail', { source: 'square', variant_id: 'FOREIGN' }],
      ['sh.Locations/DisconnectSyncedLocation', { id: '77' }],
      ['sh.Inventory/GetLocationInventory', { location_id: '77' }],
    ];
    for (const [path, message] of foreign) {
      const { status, body } = await callJson(newWorld(), path, message);
      expect({ status, code: body['code'] }, path).toEqual({ status: 404, code: 'not_found' });
    }
  });
});
