import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';
import { describe, expect, it } from 'vitest';

import { root } from '../../scripts/root';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** A query of the shared database's rows that belong to accounts. */
interface Query {
  /** `file: function`. */
  readonly place: string;
  readonly table: string;
  /** Whether it asks only for rows of one account, which the caller names. */
  readonly scoped: boolean;
}

/** The tables of src/db/schema.ts whose rows belong to an account, by the names that queries use. */
const TABLES = new Set(
  read('src/db/schema.ts')
    .split(/^export const /mu)
    .slice(1)
    .filter((table) => /^accounts\b|\b(?:account|subject): integer\(/u.test(table))
    .map((table) => /^\w+/u.exec(table)?.[0] ?? ''),
);

/** An account that the caller names: `eq(tasks.account, x)`, `eq(accounts.id, x)` with x from no other table, or the same in SQL. */
const SCOPE = /eq\(\s*\w+\.(?:account|subject)\s*,|eq\(\s*accounts\.id\s*,(?!\s*\w+\.\w+\s*\))|\.account\} = \$\{/u;

/** The calls that start from a query: `db.select().from(a).where(b)` as one expression. */
function chainOf(call: ts.Node): ts.Node {
  let node = call;
  while ((ts.isPropertyAccessExpression(node.parent) || ts.isCallExpression(node.parent)) && node.parent.expression === node)
    node = node.parent;
  return node;
}

/** The function of the file that a node is in; undefined outside of all. */
function functionOf(node: ts.Node): ts.FunctionDeclaration | undefined {
  let at = node;
  while (!ts.isSourceFile(at.parent)) at = at.parent;
  return ts.isFunctionDeclaration(at) ? at : undefined;
}

/** What is declared within a function, at any depth, or at the top of a file. */
function declarations(within: ts.Node): ReadonlyMap<string, ts.Node> {
  const named = new Map<string, ts.Node>();
  const visit = (node: ts.Node): void => {
    if ((ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node)) && node.name !== undefined && ts.isIdentifier(node.name)) {
      named.set(node.name.text, node);
    }
    if (!ts.isSourceFile(within) || !ts.isFunctionDeclaration(node)) ts.forEachChild(node, visit);
  };
  ts.forEachChild(within, visit);
  return named;
}

/** Whether an identifier only names a member, and no declaration: `x` in `{ x: 1 }` and `a.x`. */
function isPropertyName({ parent, ...node }: ts.Identifier): boolean {
  return (ts.isPropertyAssignment(parent) || ts.isPropertyAccessExpression(parent)) && parent.name.pos === node.pos;
}

/** The queries of one source. What a query names (a condition in a constant, a helper of the same file) counts as part of it. */
function queriesIn(file: string, text: string): Query[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Query[] = [];
  // Declarations of the whole file, and of the function around the query.
  const named = (node: ts.Node, text: string): ts.Node | undefined =>
    declarations(functionOf(node) ?? source).get(text) ?? declarations(source).get(text);
  const isScoped = (node: ts.Node, depth = 0): boolean => {
    if (SCOPE.test(node.getText())) return true;
    let scoped = false;
    const visit = (part: ts.Node): void => {
      const other = ts.isIdentifier(part) && !isPropertyName(part) ? named(part, part.text) : undefined;
      if (other !== undefined && other !== node && depth < 3) scoped ||= isScoped(other, depth + 1);
      ts.forEachChild(part, visit);
    };
    ts.forEachChild(node, visit);
    return scoped;
  };
  const visit = (node: ts.Node, inside: string): void => {
    const place = ts.isFunctionDeclaration(node) && node.parent === source ? (node.name?.text ?? '') : inside;
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const [table] = node.arguments;
      const verb = node.expression.name.text;
      if (['from', 'update', 'delete'].includes(verb) && table !== undefined && ts.isIdentifier(table) && TABLES.has(table.text)) {
        found.push({ place: `${file}: ${place}`, table: table.text, scoped: isScoped(chainOf(node)) });
      }
      // SQL written out: only a named exception may have it.
      if (['run', 'all', 'get'].includes(verb) && table !== undefined && ts.isTaggedTemplateExpression(table)) {
        found.push({ place: `${file}: ${place}`, table: 'sql', scoped: isScoped(table) });
      }
    }
    ts.forEachChild(node, (child) => visit(child, place));
  };
  visit(source, '');
  return found;
}

/** Why a query across accounts lets no merchant see or change rows of another, and where it may be used. */
const ACROSS: Readonly<Record<string, readonly string[]>> = {
  // Asked by operators alone, whose access each call checks. Lists that can be limited to one account pass without an entry.
  operators: [
    'src/db/accounts.ts: listAccounts',
    'src/db/dead-letters.ts: dropDeadLetter',
    'src/db/dead-letters.ts: listDeadLetters',
    'src/db/dead-letters.ts: replayDeadLetter',
    'src/db/deletions.ts: deletionsOf',
    'src/db/fleet.ts: listFleet',
    'src/db/processors.ts: listProcessors',
    'src/db/write-pauses.ts: accountsInUse',
    'src/db/write-pauses.ts: storedPauses',
  ],
  // The row is found by the hash of a secret that only its browser has.
  cookie: ['beginImpersonation', 'deleteSession', 'endImpersonation', 'findSession', 'touchSession'].map(
    (name) => `src/db/sessions.ts: ${name}`,
  ),
  // Finds the account that a verified webhook, a verified sign-in, or an operator names.
  names: ['src/db/accounts.ts: findAccountByShop', 'src/db/accounts.ts: routeOf', 'src/db/webhook-tasks.ts: storeWebhooks'],
  // Work of the installation itself, whose results no caller gets.
  background: [
    'src/db/accounts.ts: accountsToBill',
    'src/db/accounts.ts: accountsToErase',
    'src/db/accounts.ts: accountsToWarn',
    'src/db/alert-messages.ts: dueMessages',
    'src/db/alert-messages.ts: noteNotified',
    'src/db/alert-messages.ts: readContent',
    'src/db/alert-messages.ts: startMessages',
    'src/db/alerts.ts: claimForMerchants',
    'src/db/alerts.ts: noteMerchantNotified',
    'src/db/alerts.ts: pruneAlerts',
    'src/db/compact-history.ts: accountsWithOldLines',
    'src/db/database.ts: databaseSize',
    'src/db/database.ts: pingDatabase',
    'src/db/dead-letters.ts: deadByProcessor',
    'src/db/fleet.ts: accountsToVisit',
    'src/db/fleet.ts: accountsWithProblem',
    'src/db/oauth-states.ts: pruneOauthStates',
    'src/db/processors.ts: tasksToWake',
    'src/db/processors.ts: waitingSince',
    'src/db/sessions.ts: pruneSessions',
    'src/db/tasks.ts: claim',
    'src/db/tasks.ts: findTask',
    'src/db/tasks.ts: pruneTasks',
  ],
};
const allowed = Object.values(ACROSS).flat();

/** The merchants' services: the files of src/worker/rpc/services that hold no operator's method. */
const MERCHANT_SERVICES = globSync('src/worker/rpc/services/*.ts', { cwd: root }).filter(
  (file) => !/\/(?:operations|operators)/u.test(file),
);

const files = globSync('src/db/*.ts', { cwd: root }).filter((file) => !file.endsWith('schema.ts'));
const queries = files.flatMap((file) => queriesIn(file, read(file)));

describe('a query of the shared database', () => {
  it('asks for the rows of one account, or is a known exception', () => {
    expect(TABLES.size).toBeGreaterThan(12);
    expect(queries.length).toBeGreaterThan(60);
    const open = new Set(queries.filter(({ scoped }) => !scoped).map(({ place }) => place));
    expect([...open].filter((place) => !allowed.includes(place)).toSorted()).toEqual([]);
    expect(allowed.filter((place) => !open.has(place))).toEqual([]);
  });

  it('is found when it asks for the rows of all accounts', () => {
    const scoped = (text: string): boolean[] => queriesIn('x.ts', `function f() { ${text} }`).map((query) => query.scoped);
    expect(scoped('return db.select().from(history).where(eq(history.sku, sku)).all();')).toEqual([false]);
    expect(scoped('return db.select().from(history).where(eq(history.account, id)).all();')).toEqual([true]);
    expect(scoped('const own = eq(history.account, id); db.delete(history).where(own);')).toEqual([true]);
    expect(scoped('db.delete(sessions).where(lt(sessions.expires, now));')).toEqual([false]);
    expect(scoped('db.select().from(alerts).leftJoin(accounts, eq(accounts.id, alerts.account));')).toEqual([false]);
    expect(scoped('db.all(sql`select * from tasks`);')).toEqual([false]);
    expect(scoped('db.select().from(processors);')).toEqual([]);
  });

  it('across accounts is used by no method of a merchant, except to impersonate', () => {
    const names = Object.values(ACROSS)
      .flat()
      .map((place) => place.split(': ')[1] ?? '');
    const used = MERCHANT_SERVICES.flatMap((file) =>
      names.filter((name) => new RegExp(`\\b${name}\\(`, 'u').test(read(file))).map((name) => `${file}: ${name}`),
    );
    expect(MERCHANT_SERVICES.length).toBeGreaterThan(6);
    expect(used).toEqual(['src/worker/rpc/services/session.ts: findAccountByShop']);
  });

  it('of an account object names its account', () => {
    const statements = globSync('src/durable/**/*.ts', { cwd: root }).flatMap((file) =>
      [...read(file).matchAll(/\.prepare\(\s*(["'`])([\s\S]*?)\1/gu)].map(([, , sql = '']) => ({ file, sql })),
    );
    expect(statements.length).toBeGreaterThan(4);
    expect(statements.filter(({ sql }) => !/\baccount\b/u.test(sql))).toEqual([]);
  });
});

describe('a module of the Worker', () => {
  // A WeakMap is keyed by what it is about: an environment, an account's own assembly.
  const LEARNS = /^(?:export )?(?:let |const (?![^=]*\breadonly\b)[^=]+ = (?:new (?:Map|Set)(?:<[^>]*>)?\(\)|\[\]|\{\});$)/mu;

  it('has no variable that could carry one account’s data into a call of another', () => {
    const parts = globSync('src/{worker,db,platforms,durable,domain}/**/*.ts', { cwd: root });
    expect(parts.length).toBeGreaterThan(200);
    expect(parts.filter((file) => LEARNS.test(read(file)))).toEqual([]);
  });

  it('is found when it could', () => {
    const could = ['let last = 0;', 'export let a: A;', 'const known = new Map<A, B>();', 'const list: A[] = [];'];
    expect(could.filter((line) => !LEARNS.test(line))).toEqual([]);
    expect(['const NAMES = new Set(["a"]);', '  let inner = 0;'].filter((line) => LEARNS.test(line))).toEqual([]);
  });
});
