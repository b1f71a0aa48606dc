import type { CallerSession } from '../ports';

/** Whose hand an edit is of, for the history: the merchant's, or an operator's who impersonates him. */
export function editorOf(session: CallerSession): 'merchant' | 'operator' {
  return session.impersonator === null ? 'merchant' : 'operator';
}
