import { PAGE_ACCOUNT_HEADER } from './page-account';

/**
 * Whether a request comes from our own page or from no browser at all. A browser sends Origin with every POST: it must be ours, exactly.
 * Sec-Fetch-Site counts only where Origin is absent (locally it is `same-site`, as page and Worker differ in their port). A client that
 * sends neither is no browser and carries no cookie but its own.
 */
export function isSameOrigin(headers: Headers, appOrigin: string): boolean {
  const origin = headers.get('origin');
  if (origin !== null) return origin === appOrigin;
  const site = headers.get('sec-fetch-site');
  return site === null || site === 'same-origin';
}

/** Whether the page is served from another port than the Worker, which happens only on a developer's machine. */
function isLocal(appOrigin: string): boolean {
  return /^http:\/\/localhost:\d+$/u.test(appOrigin);
}

/**
 * Returns the CORS headers for an answer to our own page on another port; none in production, where one origin serves everything, and none
 * for other origins.
 */
export function corsHeaders(request: Request, appOrigin: string): Record<string, string> {
  if (!isLocal(appOrigin)) return {};
  if (request.headers.get('origin') !== appOrigin) return { vary: 'Origin' };
  return {
    'access-control-allow-origin': appOrigin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'x-request-id',
    vary: 'Origin',
  };
}

/** Returns the answer to our own page's preflight request, or null when the request is not one. */
export function preflight(request: Request, appOrigin: string): Response | null {
  if (request.method !== 'OPTIONS') return null;
  const cors = corsHeaders(request, appOrigin);
  if (cors['access-control-allow-origin'] === undefined) return null;
  return new Response(null, {
    status: 204,
    headers: {
      ...cors,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': `content-type, ${PAGE_ACCOUNT_HEADER}`,
      'access-control-max-age': '7200',
    },
  });
}
