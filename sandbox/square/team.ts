import type { Call, Operation } from './call';
import { cutPage, readCursor } from './cursor';
import { bad, done, notEmulated, type Outcome } from './errors';
import { numberOf, objectOf, textOf, type JsonObject } from './json';

const SEARCH = '/v2/team-members/search';

/** Square's own limits of a page (`SearchTeamMembersRequest`). */
const DEFAULT_PAGE = 100;
const MAX_PAGE = 200;

/** The team of every seller. */
const TEAM: readonly JsonObject[] = [
  { id: 'TMOWNER', is_owner: true, status: 'ACTIVE', given_name: 'Robin', family_name: 'Maple' },
  { id: 'TMDANA', is_owner: false, status: 'ACTIVE', given_name: 'Dana', family_name: 'Reyes' },
  { id: 'TMSAM', is_owner: false, status: 'INACTIVE', given_name: 'Sam', family_name: 'Okafor' },
];

/** The part of the Team API that is needed to name who made a change. */
export const TEAM_OPERATIONS: readonly Operation[] = [
  { method: 'POST', path: SEARCH, scope: 'EMPLOYEES_READ', body: 'SearchTeamMembersRequest', run: searchTeam },
];

/** SearchTeamMembers, by status alone. */
function searchTeam({ body, now }: Call): Outcome<JsonObject> {
  const limit = numberOf(body, 'limit') ?? DEFAULT_PAGE;
  if (limit < 1 || limit > MAX_PAGE) return bad('INVALID_VALUE', `limit must be from 1 to ${MAX_PAGE}.`, 'limit');
  const filter = objectOf(objectOf(body, 'query') ?? {}, 'filter') ?? {};
  const unknown = Object.keys(filter).find((name) => name !== 'status');
  if (unknown !== undefined) return notEmulated(`SearchTeamMembers with ${unknown}`);
  const from = readCursor(SEARCH, body, now);
  if (!from.ok) return from;
  const after = Number(from.value?.after[0] ?? -1);
  const status = textOf(filter, 'status');
  const rows = TEAM.flatMap((member, at) => (at > after && (status === null || member['status'] === status) ? [{ member, at }] : []));
  const { shown, cursor } = cutPage({ operation: SEARCH, query: body, now }, rows.slice(0, limit + 1), limit, ({ at }) => [at]);
  return done({ ...(shown.length === 0 ? {} : { team_members: shown.map(({ member }) => member) }), ...cursor });
}
