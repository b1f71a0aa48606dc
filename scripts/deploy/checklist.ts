import { SHOPIFY_SCOPES } from '../../src/platforms/shopify/scopes.ts';
import { COMPLIANCE_TOPICS, SHOPIFY_FILE, shopifyRedirect, squareRedirect } from './shopify-app.ts';
import { environmentAt } from './square-environment.ts';

/** What of an installation the platforms' pages depend on. */
interface Subject {
  readonly address: string;
  /** `BILLING_MODE`. */
  readonly mode: string;
  /** `SQUARE_ORIGIN`; '' for production. */
  readonly squareOrigin: string;
}

/** Returns what only the platforms' own pages can set, for a person to go through. */
export function checklist({ address, mode, squareOrigin }: Subject): string {
  const square = environmentAt(squareOrigin) === 'sandbox' ? 'Sandbox' : 'Production';
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
    `  Square: developer.squareup.com/apps > your application > OAuth, with the switch at the top of the page on ${square}:`,
    `    [ ] ${`${square} Redirect URL`.padEnd(30)}${squareRedirect(address)}`,
    '',
    `  Then open ${address} and sign in with your shop.`,
  ].join('\n');
}
