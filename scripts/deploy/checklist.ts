import { SHOPIFY_SCOPES } from '../../src/platforms/shopify/scopes.ts';
import { COMPLIANCE_TOPICS, SHOPIFY_FILE, shopifyRedirect, squareRedirect } from './shopify-app.ts';

/** Returns what only the platforms' own pages can set, for a person to go through. */
export function checklist(address: string, mode: string): string {
  return [
    "What only the platforms' own pages can set:",
    '',
    `  Shopify: send ${SHOPIFY_FILE} with \`npx @shopify/cli@latest app deploy\`, or enter the same by hand`,
    '  (dev.shopify.com > Apps > your app > Versions > Create a version):',
    `    [ ] App URL                       ${address}/shopify/index`,
    '    [ ] Embed app in Shopify admin    off',
    `    [ ] Redirect URLs                 ${shopifyRedirect(address)}`,
    `    [ ] Scopes                        ${SHOPIFY_SCOPES.join(',')}`,
    '    [ ] Use legacy install flow       on',
    `    [ ] Compliance webhooks           ${address}/webhooks/shopify  for ${COMPLIANCE_TOPICS.join(', ')}`,
    ...(mode === 'none'
      ? ['    [ ] Distribution                  custom, for your own store']
      : ['    [ ] Distribution                  public']),
    '',
    '  Square: developer.squareup.com/apps > your application > OAuth:',
    `    [ ] Production Redirect URL       ${squareRedirect(address)}`,
    '',
    `  Then open ${address} and sign in with your shop.`,
  ].join('\n');
}
