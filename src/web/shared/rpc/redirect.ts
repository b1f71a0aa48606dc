/** Where the server sends the merchant to confirm; null when it is no address that a browser should follow. */
export function readRedirect(url: string): string | null {
  const parsed = URL.parse(url);
  return parsed !== null && (parsed.protocol === 'https:' || parsed.protocol === 'http:') ? parsed.href : null;
}
