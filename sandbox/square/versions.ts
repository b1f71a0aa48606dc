import { bad, done, type Outcome } from './errors';

/** The Square-Version that this emulator implements, and that applies to requests without the header. */
export const CURRENT_VERSION = '2026-09-16';

/** The oldest version it can serve: the inventory schemas changed incompatibly then. */
const OLDEST_VERSION = '2026-07-15';

/** Returns the version that a request asks for. */
export function readVersion(header: string | undefined): Outcome<string> {
  if (header === undefined || header === '') return done(CURRENT_VERSION);
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(header) || Number.isNaN(Date.parse(header))) {
    return bad('INVALID_SQUARE_VERSION_FORMAT', 'The Square-Version header is not a date in the form YYYY-MM-DD.');
  }
  if (header < OLDEST_VERSION || header > CURRENT_VERSION) {
    return bad(
      'API_VERSION_INCOMPATIBLE',
      `The emulator speaks Square-Version ${OLDEST_VERSION} to ${CURRENT_VERSION}; asked for ${header}.`,
    );
  }
  return done(header);
}
