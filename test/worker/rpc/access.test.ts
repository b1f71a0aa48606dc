import { ServiceType } from '@protobuf-ts/runtime-rpc';
import { beforeAll, describe, expect, it } from 'vitest';

import { findAccount } from '../../../src/db/accounts';
import { tasksOf } from '../../../src/db/tasks';
import { Empty } from '../../../src/gen/sh/common_pb';
import { refusalFor, type Access } from '../../../src/worker/rpc/guard';
import { buildMethodTable } from '../../../src/worker/rpc/method-table';
import { SERVICES } from '../../../src/worker/rpc/services';
import { callJson, newWorld, post, type World } from './rpc-world';

const METHODS = SERVICES.flatMap(({ type }) => type.methods.map((method) => ({ path: `${type.typeName}/${method.name}`, type, method })));

const TABLE = buildMethodTable(SERVICES);

/** One account for the whole file: no test needs its own state. */
let world: World;
let nobody: World;
/** Another account that exists. */
let other: World;

beforeAll(async () => {
  world = await newWorld('operator');
  nobody = await newWorld('nobody');
  other = await newWorld();
});

describe('the access table', () => {
  it('gives each service the access that the contract specifies', () => {
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

  it('prevents a Worker from starting with an undefined method', () => {
    const stranger = new ServiceType('sh.Stranger', [{ name: 'Enter', options: {}, I: Empty, O: Empty }]);
    expect(() => buildMethodTable([{ type: stranger, methods: {} }])).toThrow('sh.Stranger/Enter is not defined');
  });

  it('decides operator access by the actor, and lets an impersonator see every screen', () => {
    const impersonating = { entitled: false, isAdmin: true, impersonator: world.account };
    expect(refusalFor('entitled', impersonating)).toBeNull();
    expect(refusalFor('operator', impersonating)).toBeNull();
    expect(refusalFor('operator', { ...impersonating, isAdmin: false })?.code).toBe('permission_denied');
    expect(refusalFor('impersonation', { ...impersonating, isAdmin: false })).toBeNull();
    expect(refusalFor('impersonation', { entitled: true, isAdmin: false, impersonator: null })?.code).toBe('permission_denied');
  });
});

describe('every method', () => {
  it.each(METHODS.filter(({ path }) => !/GetSessionData|GetAppInfo|GetSubscriptionStatus/u.test(path)))(
    '$path requires a session',
    async ({ path }) => {
      const response = await post(nobody, path);
      expect(response.status).toBe(401);
      expect(nobody.asked).toEqual([]);
    },
  );

  // Whatever ids a request contains, only the session's own object is called.
  it.each(METHODS)('$path reaches only the session’s own account', async ({ path }) => {
    // Operators may reach any account, so their requests name one that does not exist.
    const named = TABLE.get(path)?.access === 'operator' ? 999_999 : other.account.id;
    const message = {
      id: String(named),
      account_id: String(named),
      source: 'shopify',
      variant_id: '999',
      product_id: '999',
      location_id: '99',
      domain: 'nobody-there.myshopify.com',
    };
    world.asked.length = 0;
    await post(world, path, JSON.stringify(path.endsWith('AdminAddAllWebhooks') ? { id: named } : message));
    expect(world.asked.filter(([id]) => id !== world.account.id)).toEqual([]);
  });

  it('leaves all other accounts unchanged', async () => {
    for (const { account, services } of [nobody, other]) {
      expect(await findAccount(services.db, account.id)).toEqual(account);
      expect(await tasksOf(services.db, account.id, 10)).toEqual([]);
    }
  });

  it('answers not_found for ids of other accounts', async () => {
    const foreign: [string, Record<string, unknown>][] = [
      ['sh.Variants/GetVariantDetail', { source: 'shopify', variant_id: '999' }],
      ['sh.Variants/GetVariantDetail', { source: 'square', variant_id: 'FOREIGN' }],
      ['sh.Locations/DisconnectSyncedLocation', { id: '77' }],
      ['sh.Inventory/GetLocationInventory', { location_id: '77' }],
    ];
    for (const [path, message] of foreign) {
      const { status, body } = await callJson(world, path, message);
      expect({ status, code: body['code'] }, path).toEqual({ status: 404, code: 'not_found' });
    }
  });
});
