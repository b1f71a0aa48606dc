import { describe, expect, it } from 'vitest';

import type { HttpAnswer } from '../../../src/platforms/http';
import { readTeam } from '../../../src/platforms/square/team';
import { squareOver } from '../support/environment';
import { answered, answers, NO_ANSWER, scriptedHttp } from '../support/scripted-http';

const member = (id: unknown, given: unknown, family: unknown): object => ({ id, given_name: given, family_name: family });
const refusal = (status: number, code: string): HttpAnswer =>
  answered(status, { errors: [{ category: 'AUTHENTICATION_ERROR', code, detail: '' }] });

async function names(...pages: HttpAnswer[]): Promise<[string, string][]> {
  const team = await readTeam(squareOver(scriptedHttp(...pages)));
  if (!team.ok) return expect.fail(JSON.stringify(team.error));
  return [...team.value.names];
}

describe('the names of a seller’s team', () => {
  it('are read page by page, each with the initial of the family name', async () => {
    const http = scriptedHttp(
      answers({ team_members: [member('T1', 'Dana', 'Reyes'), member('T2', 'Sam', '')], cursor: 'more' }),
      answers({ team_members: [member('T3', '', 'okafor'), member('T4', 'Åsa', 'öberg')] }),
    );
    const team = await readTeam(squareOver(http));
    expect(team).toMatchObject({ ok: true, value: { calls: 2 } });
    expect(team.ok && [...team.value.names]).toEqual([
      ['T1', 'Dana R.'],
      ['T2', 'Sam'],
      ['T3', 'okafor'],
      ['T4', 'Åsa Ö.'],
    ]);
    expect([http.body(0), http.body(1)]).toEqual([{ limit: 200 }, { limit: 200, cursor: 'more' }]);
  });

  it('are shown on one short line, and are unknown where there is none', async () => {
    const [cleaned, long, ...others] = await names(
      answers({
        team_members: [
          member('T1', 'Da\u0000\u202ena\n', ' \u0007Reyes'),
          member('T2', 'x'.repeat(100_000), 'Y'),
          member('T3', '', ''),
          member('T4', '\u0000 \u200b', '\u202e'),
          member('T5', 7, null),
          member('', 'No', 'Id'),
          member(null, 'No', 'Id'),
          'no member',
          null,
        ],
      }),
    );
    expect(cleaned).toEqual(['T1', 'Da na R.']);
    expect(long?.[1]).toHaveLength(60);
    expect(others).toEqual([]);
    expect(await names(answers({}))).toEqual([]);
    expect(await names(answers({ team_members: 'Dana' }))).toEqual([]);
  });

  it('are read up to a thousand', async () => {
    const pages = Array.from({ length: 9 }, (_, page) => answers({ team_members: [member(`T${page}`, 'A', 'B')], cursor: `c${page}` }));
    expect(await names(...pages)).toHaveLength(5);
  });

  it.each<[string, HttpAnswer, string]>([
    ['a token without the scope, which says nothing about the connection', refusal(403, 'INSUFFICIENT_SCOPES'), 'refused'],
    ['a token that is refused', refusal(401, 'UNAUTHORIZED'), 'refused'],
    ['no answer', NO_ANSWER, 'failed'],
  ])('fail with %s', async (_, answer, kind) => {
    expect(await readTeam(squareOver(scriptedHttp(answer)))).toMatchObject({ ok: false, error: { kind } });
  });
});
