import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { httpStatus } from '../../../../src/worker/rpc/twirp-error';
import { allowNoise } from '../../../support/fail-on-noise';
import { pairLocations, realWorld, settled, type RealWorld } from '../../support/worker-harness';
import { factsOf, passingFacts } from './facts';
import { openRoute } from './first-client';
import { leaks, marksOf } from './marks';
import { COLUMNS, knock, namesIds, refusalOf, ruleOf, table, type AllFacts, type Answered, type Column } from './matrix';
import { METHODS, type Method } from './methods';
import { difference, quietState, stateOf, type State } from './state';

let world: RealWorld;
let facts: AllFacts;
/** Texts that identify each account: a caller limited to their own account must never see another's. */
let marks: { readonly merchant: readonly string[]; readonly other: readonly string[]; readonly operator: readonly string[] };
let known: State = {};

/** The rows of the page. */
const rows: string[][] = [];

beforeAll(async () => {
  world = await realWorld('small');
  openRoute();
  const [merchant, other, operator] = await Promise.all(
    [world.merchant, world.other, world.operator].map((caller) => factsOf(caller, world.operator)),
  );
  if (merchant === undefined || other === undefined || operator === undefined) throw new Error('somebody is missing');
  await world.browser.call('sh.Account/SaveAccountSettings', { account_name: 'MARK-OF-THE-OTHER', apply_max_quantity: false });
  // This pair's number differs from that of the merchant's own pair.
  await world.browser.call('sh.Locations/DisconnectSyncedLocation', { id: other.pair.id });
  await pairLocations(world.browser);
  await settled();
  const unknown = { ...other.uneven, id: '99999' };
  facts = {
    merchant,
    operator,
    other: { ...other, ...(await passingFacts(world.other)), uneven: unknown, linked: { ...other.linked, id: '99999' } },
  };
  marks = {
    merchant: await marksOf(world.merchant, merchant),
    other: await marksOf(world.other, facts.other),
    operator: await marksOf(world.operator, operator),
  };
  known = await quietState(world);
});

afterAll(() => {
  vi.unstubAllGlobals();
});

/** Makes the calls of some cells, and expects that they change nothing; a repeat rules out background changes. */
async function harmless(make: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < 3; tries += 1) {
    await make();
    const after = await stateOf(world);
    const changed = difference(known, after);
    known = after;
    if (Object.keys(changed).length === 0) return;
    if (tries === 2) expect(changed).toEqual({});
    known = await quietState(world);
  }
}

const allMarks = (): readonly string[] => [...marks.merchant, ...marks.other, ...marks.operator];

async function refusedAtTheEndpoint(method: Method, column: Column, code: string): Promise<Answered> {
  const [json, binary] = [await knock(world, facts, method, column, 'json'), await knock(world, facts, method, column, 'protobuf')];
  for (const answered of [json, binary]) {
    expect(answered.code, `${column}: ${answered.text}`).toBe(code);
    expect(answered.status).toBe(code === 'unauthenticated' ? 401 : 403);
    expect(leaks(answered.text, answered.sent, allMarks()), column).toEqual([]);
  }
  return json;
}

/** Texts that only the account's own users may see, and operators through operator methods. */
function foreignTo(column: Column): readonly string[] {
  if (column === 'operator') return [...marks.merchant, ...marks.other];
  // An impersonator sees which account they return to.
  return column === 'impersonator' ? marks.other : [...marks.other, ...marks.operator];
}

async function letIn(method: Method, column: Column): Promise<Answered> {
  const answered = await knock(world, facts, method, column, 'json');
  expect(['unauthenticated', 'permission_denied', 'bad_route', 'unimplemented', 'internal'], `${column}: ${answered.text}`).not.toContain(
    answered.code,
  );
  // Operator methods may return data of any account, all others only of the caller's own account.
  if (ruleOf(method) === 'operator') return answered;
  expect(leaks(answered.text, answered.sent, foreignTo(column)), column).toEqual([]);
  return answered;
}

/** Calls with another account's ids, which are treated like unknown ids. */
async function amongStrangers(method: Method): Promise<Answered> {
  const answered = await knock(world, facts, method, 'strangers', 'json');
  expect(leaks(answered.text, answered.sent, [...marks.other, ...marks.operator])).toEqual([]);
  expect(['ok', 'not_found', 'failed_precondition']).toContain(answered.code);
  if (answered.status !== 200) expect(answered.status).toBe(answered.code === 'not_found' ? 404 : 412);
  return answered;
}

const told = ({ code, status }: Answered): string => (code === 'ok' ? 'nothing is done' : `${status} ${code}`);

describe('who may call what', () => {
  it.each(METHODS)('$path', async (method) => {
    allowNoise(/"level":"warn"/u);
    const cells = new Map<Column, string>(COLUMNS.map((column) => [column, 'allowed']));
    await harmless(async () => {
      for (const column of COLUMNS) {
        const code = refusalOf(method, column);
        if (code === null) continue;
        cells.set(column, `${(await refusedAtTheEndpoint(method, column, code)).status} ${code}`);
      }
      if (refusalOf(method, 'strangers') !== null) return;
      if (ruleOf(method) === 'public') return;
      if (!namesIds(method, facts)) cells.set('strangers', 'names none');
      else cells.set('strangers', told(await amongStrangers(method)));
    });
    for (const column of COLUMNS) if (column !== 'strangers' && refusalOf(method, column) === null) await letIn(method, column);
    await settled();
    known = await stateOf(world);
    rows.push([`\`${method.path}\``, ruleOf(method), ...COLUMNS.map((column) => cells.get(column) ?? '')]);
  });

  it('matches docs/access.md', async () => {
    expect(rows).toHaveLength(METHODS.length);
    const head = ['method', 'rule', 'no session', 'merchant', 'without subscription', 'another’s ids', 'operator', 'impersonating'];
    await expect(`${INTRODUCTION}\n${table(head, rows)}\n`).toMatchFileSnapshot('../../../../docs/access.md');
  });

  it('uses the statuses of the protocol', () => {
    expect([httpStatus('unauthenticated'), httpStatus('permission_denied'), httpStatus('not_found')]).toEqual([401, 403, 404]);
  });
});

const INTRODUCTION = `# Who may call what

Every method of the protocol, and what becomes of a call by each of six callers. Written by \`test/worker/rpc/protocol/access-matrix.test.ts\`,
which makes all these calls in both encodings against the whole product and both emulated platforms, looks for marks of other accounts in
every answer, and compares everything that is stored before and after each refusal. \`npm test -- access-matrix -u\` writes this page again.

- **no session**: nobody is signed in. **merchant**: with a subscription. **without subscription**: signed in, and nothing more.
- **another’s ids**: a merchant who names ids of somebody else’s account. _names none_: the method takes no ids. _nothing is done_: answered
  as if there were no such thing, row by row.
- **operator**: on his own account where the method is about the caller’s account. **impersonating**: an operator who acts as a merchant.
- _allowed_ means past the door: the method’s own rules may still refuse what is asked.
`;
