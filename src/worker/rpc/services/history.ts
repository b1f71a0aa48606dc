import { historyDatabase } from '../../../db/database';
import { readHistory } from '../../../db/history';
import { searchHistory } from '../../../db/history-search';
import { readTimeline } from '../../../db/timeline';
import { ok, refuse } from '../../../domain/result';
import type { IHistoryClient } from '../../../gen/sh/history_pb.client';
import { reads } from '../audit';
import { signedIn, type Methods } from '../method';
import { readHistoryRequest } from '../present/history-request';
import { toHistoryRow } from '../present/history-row';
import { toTimestamp } from '../present/time';
import { readTimelineRequest, toNumberAtTime, toTimelineLine } from '../present/timeline';

/** sh.History: what happened to the account's stock. */
export const historyMethods: Methods<IHistoryClient> = {
  getHistory: signedIn('entitled', reads('caller'), async ({ account, session: { account: caller }, services }, input) => {
    const request = readHistoryRequest(input);
    if (!request.ok) return request;
    const db = historyDatabase(services.histories, caller.id);
    if (request.value.by === 'number') {
      await account.deliverHistory();
      const { total, lines } = await readHistory(db, caller.id, request.value.query);
      return ok({ totalItems: total, historyRows: lines.map(toHistoryRow) });
    }
    const { search } = request.value;
    // Only lines newer than any cursor wait for delivery.
    if (search.before === null) await account.deliverHistory();
    const { lines, next, searchedTo } = await searchHistory(db, caller.id, search);
    return ok({
      totalItems: 0,
      historyRows: lines.map(toHistoryRow),
      nextCursor: next === null ? '' : String(next),
      ...(searchedTo !== null && { searchedTo: toTimestamp(searchedTo) }),
    });
  }),

  getTimeline: signedIn('entitled', reads('caller'), async ({ account, session: { account: caller }, services }, input) => {
    const query = readTimelineRequest(input);
    if (!query.ok) return query;
    // Only lines newer than any cursor wait for delivery.
    if (query.value.before === null) await account.deliverHistory();
    const timeline = await readTimeline(historyDatabase(services.histories, caller.id), caller.id, query.value);
    if (timeline === null) return refuse('unavailable', 'This history is long and is being prepared. Try again in a moment.');
    const { entries, next, numbers } = timeline;
    return ok({
      lines: entries.map(toTimelineLine),
      nextCursor: next === null ? '' : String(next),
      ...(numbers !== null && { shopify: toNumberAtTime(numbers.shopify), square: toNumberAtTime(numbers.square) }),
    });
  }),
};
