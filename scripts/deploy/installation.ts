import type { Answers } from './fields.ts';
import type { Installation } from './production-config.ts';
import { readState } from './setup-state.ts';

/** Answers that are the Worker's variables. */
const VARIABLES = ['BILLING_MODE', 'ADMIN_SHOPS', 'SUPPORT_EMAIL', 'MAIL_FROM'];

/** What of an installation is known before its database is. */
export type Outline = Omit<Installation, 'database'>;

/** Returns the installation of these answers. `vars`: the variables that were set by --var, which come before answers. */
export function outlineOf(answers: Answers, vars: Answers, { account, name }: Pick<Outline, 'account' | 'name'>): Outline {
  const answered = Object.fromEntries(VARIABLES.map((variable) => [variable, answers[variable] ?? '']));
  return {
    account,
    name,
    address: answers['APP_ORIGIN'] ?? '',
    plan: answers['PLAN'] === 'free' ? 'free' : 'paid',
    vars: { ...answered, ...vars },
  };
}

/** Returns the installation that setup has stored; null where it has not come so far that there is one. */
export function storedInstallation(): Installation | null {
  const { account, name, database, answers, vars = {} } = readState();
  if (account === undefined || name === undefined || database === undefined || !answers['APP_ORIGIN']) return null;
  return { ...outlineOf(answers, vars, { account, name }), database };
}
