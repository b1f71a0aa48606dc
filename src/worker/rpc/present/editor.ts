import type { CallerSession } from '../caller';

/** Returns who made an edit, for the history: the merchant, or an operator who impersonates them. */
export function editorOf(session: CallerSession): 'merchant' | 'operator' {
  return session.impersonator === null ? 'merchant' : 'operator';
}
