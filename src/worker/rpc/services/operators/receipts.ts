import { ok, refuse } from '../../../../domain/result';
import type { IAdminClient } from '../../../../gen/sh/admin_pb.client';
import { reads, writes } from '../../audit';
import { method, type Methods } from '../../method';
import { findCustomer } from '../../operator/customers';
import { replayReceipt } from '../../operator/simulated-webhooks';
import { readLimit, readTime } from '../../present/arguments';
import { toTimestamp } from '../../present/time';

/** Rows by default. */
const USUAL_ROWS = 100;

/** Received webhooks, and delivering one of them again. */
export const receiptsMethods: Pick<Methods<IAdminClient>, 'adminGetWebhookPayloads' | 'adminReplayWebhookReceipt'> = {
  adminGetWebhookPayloads: method('operator', reads('account_id'), async (call, input) => {
    const limit = readLimit('limit', input.limit, USUAL_ROWS);
    if (!limit.ok) return limit;
    const since = readTime('since', input.since);
    if (!since.ok) return since;
    const found = await findCustomer(call, 'account_id', input.accountId);
    if (!found.ok) return found;
    const request = { since: since.value ?? 0, limit: limit.value, cursor: input.cursor };
    const page = await call.services.account(found.value.id).receipts(request);
    if (!page.ok) return page;
    const payloads = page.value.receipts.map(({ id, payload, type, receivedAt, problem }) => ({
      id,
      type,
      jsonPayload: payload,
      received: toTimestamp(receivedAt),
      problem: problem ?? '',
    }));
    return ok({ payloads, nextCursor: page.value.nextCursor });
  }),

  adminReplayWebhookReceipt: method('operator', writes('account_id'), async (call, input) => {
    if (input.id === '') return refuse('invalid_argument', 'id is missing.');
    const found = await findCustomer(call, 'account_id', input.accountId);
    if (!found.ok) return found;
    const receipt = await call.services.account(found.value.id).receipt(input.id);
    if (receipt === null) return refuse('not_found', 'There is no such webhook for this account.');
    const replayed = await replayReceipt(call.services, found.value, receipt);
    return replayed.ok ? ok({}) : replayed;
  }),
};
