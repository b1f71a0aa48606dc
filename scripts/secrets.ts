/**
 * The platforms' tokens and client secrets by their form: Shopify's have 32 hex digits after the prefix, Square's secret 43 letters, its
 * tokens 60.
 */
const FORMS = [
  /shp(?:at|rt|ss|ca|pa|tka)_[\da-f]{32}/gu,
  /sq0cs[pb]-[\w-]{43}/gu,
  /\b(?:EAAA|EQAA)[\w-]{60}/gu,
  /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/gu,
];

/** Returns the parts of a text that look like a platform's secret. Made-up ones whose end only repeats itself (`abababab…`) do not count. */
export function secretsIn(text: string): string[] {
  return FORMS.flatMap((form) => text.match(form) ?? []).filter((found) => !/^(.+?)\1+$/u.test(found.slice(-32)));
}
