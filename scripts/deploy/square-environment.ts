// Square's two environments, each with its own credentials, address, and fields in the Developer Console.

/** One of Square's environments. */
export type SquareEnvironment = 'production' | 'sandbox';

/** The addresses of Square's environments, as `SQUARE_ORIGIN` has them. */
export const SQUARE_ORIGINS = {
  production: 'https://connect.squareup.com',
  sandbox: 'https://connect.squareupsandbox.com',
} as const satisfies Record<SquareEnvironment, string>;

/** Returns the environment at an address, production for ''; null for another one, such as a stand-in of Square. */
export function environmentAt(origin: string): SquareEnvironment | null {
  if (origin === '') return 'production';
  const normal = URL.parse(origin)?.origin;
  if (normal === SQUARE_ORIGINS.production) return 'production';
  return normal === SQUARE_ORIGINS.sandbox ? 'sandbox' : null;
}

/** Returns the environment that an application's ID or secret is of; null for ''. */
export function environmentOf(credential: string): SquareEnvironment | null {
  if (credential === '') return null;
  return credential.startsWith('sandbox-') ? 'sandbox' : 'production';
}
