import { personName } from '../../domain/causes/cause';
import { err, ok, type Result } from '../../domain/result';
import type { PlatformFailure } from '../failure';
import { listAt, textAt } from '../json';
import { PageGuard } from '../page-guard';
import { readData, type SquareAnswer, type SquareClient } from './client';
import { cursorOf } from './inventory';

/** Square's largest page of team members (`SearchTeamMembersRequest.limit`). */
const PAGE = 200;
/** Pages of one reading: a seller with more team members has names for some. */
const MAX_PAGES = 5;

/** Names of a seller's team members. */
export interface Team {
  /** Names as they may be shown, by the team member's ID; without those that have none. */
  readonly names: ReadonlyMap<string, string>;
  readonly calls: number;
}

/**
 * Reads the names of a seller's team members (SearchTeamMembers), the former ones too. Call it only for a grant that has the scope
 * `SQUARE_TEAM_SCOPE`. A token that may not read them is a refusal of this request alone: the names are optional, the connection is not.
 */
export async function readTeam(client: SquareClient): Promise<Result<Team, PlatformFailure>> {
  const names = new Map<string, string>();
  const pages = new PageGuard('team members');
  let cursor: string | null = null;
  let calls = 0;
  do {
    calls += 1;
    const answer: SquareAnswer = await client.post('/v2/team-members/search', { limit: PAGE, ...(cursor === null ? {} : { cursor }) });
    if (answer.kind === 'unauthorized') return err({ kind: 'refused', detail: 'Square does not let us read team members' });
    const page = readData(answer, (data) => data);
    if (!page.ok) return page;
    for (const member of listAt(page.value, 'team_members') ?? []) {
      const id = textAt(member, 'id') ?? '';
      const name = personName(textAt(member, 'given_name') ?? '', textAt(member, 'family_name') ?? '');
      if (id !== '' && name !== '') names.set(id, name);
    }
    cursor = cursorOf(page.value);
    const stuck = pages.problem(cursor);
    if (stuck !== null) return err(stuck);
  } while (cursor !== null && calls < MAX_PAGES);
  return ok({ names, calls });
}
