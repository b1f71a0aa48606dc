import { dropDeadLetter, listDeadLetters, replayDeadLetter, type DeadLetterPlace, type Replayed } from '../../../db/dead-letters';
import { parseTaskName, TASK_NAMES } from '../../../db/task-names';
import { ok, refuse, type Answer } from '../../../domain/result';
import type { DeadLetterResult } from '../../../gen/sh/operations_pb';
import type { IOperationsClient } from '../../../gen/sh/operations_pb.client';
import { wake } from '../../runtime/task-queue';
import { UNAUDITED, writes } from '../audit';
import { method, type Methods } from '../method';
import { toDeadLetter } from '../present/operations';
import { readPageSize } from '../present/operations-arguments';

/** Most dead letters that one call handles. */
const MOST_IDS = 500;

/** The dead letter methods of sh.Operations. */
export const deadLetterMethods: Methods<Pick<IOperationsClient, 'getDeadLetters' | 'replayDeadLetters' | 'dropDeadLetters'>> = {
  getDeadLetters: method('operator', UNAUDITED, async ({ services }, input) => {
    const processor = input.processor === '' ? null : parseTaskName(input.processor);
    if (processor === null && input.processor !== '') {
      return refuse('invalid_argument', `processor must be one of ${TASK_NAMES.join(', ')}, or ''.`);
    }
    const after = readPlace(input.cursor);
    if (!after.ok) return after;
    const limit = readPageSize(input.limit);
    if (!limit.ok) return limit;
    const { total, letters } = await listDeadLetters(services.db, { processor, after: after.value, limit: limit.value + 1 });
    const page = letters.slice(0, limit.value);
    const last = letters.length > limit.value ? page.at(-1) : undefined;
    return ok({ total, letters: page.map(toDeadLetter), nextCursor: last === undefined ? '' : `${last.finishedAt ?? 0}-${last.id}` });
  }),

  replayDeadLetters: method('operator', writes('none'), async ({ services }, input) =>
    forEach(input.ids, async (id) => {
      if (id === null) return PROBLEMS.unknown;
      const replayed = await replayDeadLetter(services.db, id, services.now());
      if (replayed === 'queued') await wake(services, id);
      return PROBLEMS[replayed];
    }),
  ),

  dropDeadLetters: method('operator', writes('none'), async ({ services }, input) =>
    forEach(input.ids, async (id) => (id !== null && (await dropDeadLetter(services.db, id)) ? '' : PROBLEMS.unknown)),
  ),
};

/** Why a replay was not made; '' when it was, or when the work is running already. */
const PROBLEMS: Readonly<Record<Replayed, string>> = {
  queued: '',
  'under-way': '',
  done: 'It has been done since then.',
  unknown: 'There is no such dead letter.',
};

/** Handles the ids one after another, in the order of the request; a repeated id is handled twice. */
async function forEach(
  ids: readonly string[],
  act: (id: number | null) => Promise<string>,
): Promise<Answer<{ results: DeadLetterResult[] }>> {
  if (ids.length === 0) return refuse('invalid_argument', 'ids is missing: list 1 to 500 dead letters.');
  if (ids.length > MOST_IDS) return refuse('invalid_argument', `ids must not hold more than ${MOST_IDS}.`);
  const results: DeadLetterResult[] = [];
  for (const id of ids) {
    const problem = await act(/^[1-9]\d{0,14}$/u.test(id) ? Number(id) : null);
    results.push({ id, ok: problem === '', problem });
  }
  return ok({ results });
}

function readPlace(cursor: string): Answer<DeadLetterPlace | null> {
  if (cursor === '') return ok(null);
  const match = /^(\d{1,15})-(\d{1,15})$/u.exec(cursor);
  if (match === null) return refuse('invalid_argument', 'cursor must come from an earlier page.');
  return ok({ finishedAt: Number(match[1]), id: Number(match[2]) });
}
