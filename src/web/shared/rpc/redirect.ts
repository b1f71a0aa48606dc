/** Returns a redirect URL from the server; null unless it is an http(s) URL. */
export function readRedirect(url: string): string | null {
  const parsed = URL.parse(url);
  return parsed !== null && (parsed.protocol === 'https:' || parsed.protocol === 'http:') ? parsed.href : null;
}
