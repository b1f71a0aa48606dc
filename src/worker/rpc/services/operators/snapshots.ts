import { ok, refuse } from '../../../../domain/result';
import { sourceName } from '../../../../domain/source';
import type { IAdminClient } from '../../../../gen/sh/admin_pb.client';
import { enqueueAfterwards } from '../../../runtime/task-queue';
import { writes } from '../../audit';
import { method, type Methods } from '../../method';
import { findCustomer } from '../../operator/customers';
import { readSource } from '../../present/arguments';

/** Reading a customer's platforms again. */
export const snapshotsMethods: Pick<Methods<IAdminClient>, 'adminBuildSnapshot' | 'adminSyncLocations'> = {
  adminBuildSnapshot: method('operator', writes('account_id'), async (call, input) => {
    const source = readSource('source', input.source);
    if (!source.ok) return source;
    const found = await findCustomer(call, 'account_id', input.accountId);
    if (!found.ok) return found;
    const account = call.services.account(found.value.id);
    const state = await account.state();
    if (state[source.value].state !== 'connected') {
      return refuse('failed_precondition', `${sourceName(source.value)} is not connected: there is nothing to read.`);
    }
    const wanted = await account.requestSnapshot(source.value);
    if (!wanted.ok) return wanted;
    await enqueueAfterwards(call.services, 'snapshot', found.value.id, source.value);
    return ok({});
  }),

  adminSyncLocations: method('operator', writes('account_id'), async (call, input) => {
    const source = readSource('source', input.source);
    if (!source.ok) return source;
    const found = await findCustomer(call, 'account_id', input.accountId);
    if (!found.ok) return found;
    const read = await call.services.account(found.value.id).syncLocations(source.value);
    return read.ok ? ok({}) : read;
  }),
};
