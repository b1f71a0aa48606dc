import type { CallerSession } from './caller';
import type { TwirpError } from './twirp-error';

/**
 * Who may call a method. `entitled` also allows an impersonating operator, who may see every screen. `impersonation`: operators, and anyone
 * who is impersonating, so that they can always stop.
 */
export type Access = 'public' | 'signed-in' | 'entitled' | 'operator' | 'impersonation';

/** Returns why the caller may not use a method with this access; null when they may. */
export function refusalFor(
  access: Access,
  session: Pick<CallerSession, 'isAdmin' | 'entitled' | 'impersonator'> | null,
): TwirpError | null {
  if (access === 'public') return null;
  if (session === null) return { code: 'unauthenticated', message: 'Sign in first.' };
  switch (access) {
    case 'signed-in':
      return null;
    case 'entitled':
      return session.entitled || session.impersonator !== null
        ? null
        : { code: 'permission_denied', message: 'This account has no active subscription.' };
    case 'operator':
      return session.isAdmin ? null : { code: 'permission_denied', message: 'Only operators may do this.' };
    case 'impersonation':
      return session.isAdmin || session.impersonator !== null
        ? null
        : { code: 'permission_denied', message: 'Only operators may do this.' };
  }
}
