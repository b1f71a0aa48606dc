/** Escapes text for HTML. */
function escape(source: string): string {
  return source.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** The content of the consent page. */
export interface ConsentQuestion {
  /** The URL that the choice is posted to, with the query of the authorization request. */
  readonly action: string;
  readonly scopes: readonly string[];
  readonly sellers: readonly { readonly id: string; readonly name: string; readonly granted: boolean }[];
  readonly chosen: string;
}

/** What a scope allows the application to do, in a seller's words. */
const WORDS: Readonly<Record<string, string>> = {
  MERCHANT_PROFILE_READ: 'See your business and its locations',
  MERCHANT_PROFILE_WRITE: 'Change your business and its locations',
  ITEMS_READ: 'See your items',
  ITEMS_WRITE: 'Change your items',
  INVENTORY_READ: 'See your stock',
  INVENTORY_WRITE: 'Change your stock',
  ORDERS_READ: 'See your orders',
};

/** Our own icon of a counter: a till. */
const TILL =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><rect x="4" y="3" width="12" height="7" rx="1.5"/><path d="M3 13h18v7H3zM7 16.5h.01M12 16.5h.01M17 16.5h.01M10 10v3"/></svg>';

const STYLE = `
:root { color-scheme: light dark; --page: #f5f6f7; --card: #fff; --text: #16191d; --soft: #5b636d; --line: #dde1e6; --accent: #0055cc; --on-accent: #fff; }
@media (prefers-color-scheme: dark) { :root { --page: #101316; --card: #191d22; --text: #eceff2; --soft: #a2abb5; --line: #323940; --accent: #7db4ff; --on-accent: #08192f; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { width: min(440px, 100%); background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 28px; }
.mark { display: flex; align-items: center; gap: 10px; color: var(--soft); font-size: 14px; }
.mark svg { width: 28px; height: 28px; fill: none; stroke: var(--text); stroke-width: 1.7; stroke-linejoin: round; stroke-linecap: round; }
h1 { font-size: 22px; line-height: 1.25; margin: 18px 0 6px; }
p { margin: 0 0 14px; color: var(--soft); }
ul { margin: 0 0 18px; padding-left: 20px; }
fieldset { border: 1px solid var(--line); border-radius: 10px; margin: 0 0 20px; padding: 6px 14px; }
legend { padding: 0 6px; font-size: 14px; color: var(--soft); }
label { display: flex; gap: 10px; align-items: baseline; padding: 8px 0; cursor: pointer; }
label small { color: var(--soft); margin-left: auto; }
input { accent-color: var(--accent); }
.choice { display: flex; gap: 10px; }
button { flex: 1; font: inherit; font-weight: 600; padding: 11px 16px; border-radius: 9px; border: 1px solid var(--line); background: transparent; color: inherit; cursor: pointer; }
button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title><style>${STYLE}</style></head>
<body><main><div class="mark">${TILL}Square, as the sandbox plays it</div>${body}</main></body></html>`;
}

/** Returns the page on which a seller allows or denies access. */
export function consentPage(question: ConsentQuestion): string {
  const scopes = question.scopes.map((scope) => `<li>${escape(WORDS[scope] ?? scope)}</li>`).join('');
  const sellers = question.sellers
    .map(
      ({ id, name, granted }) =>
        `<label><input type="radio" name="seller" value="${escape(id)}"${id === question.chosen ? ' checked' : ''}> ${escape(name)} <small>${granted ? 'has access' : escape(id)}</small></label>`,
    )
    .join('');
  return page(
    'Connect to Square',
    `<h1>An application asks for access</h1><p>It will be able to:</p><ul>${scopes}</ul>
<form method="post" action="${escape(question.action)}">
<fieldset><legend>Sign in as</legend>${sellers}</fieldset>
<div class="choice"><button type="submit" name="answer" value="deny">Deny</button><button type="submit" name="answer" value="allow" class="main">Allow</button></div>
</form>`,
  );
}

/** Returns the dashboard's page of sellers that granted the application access, each with a button that revokes it. */
export function accessPage(sellers: readonly { readonly id: string; readonly name: string }[]): string {
  const listed = sellers.map(
    ({ id, name }) => `<form method="post"><fieldset><legend>${escape(id)}</legend><p>${escape(name)} lets Shelfbridge in.</p>
<div class="choice"><button type="submit" name="seller" value="${escape(id)}">Revoke access</button></div></fieldset></form>`,
  );
  return page(
    'App integrations',
    `<h1>App integrations</h1>${listed.length === 0 ? '<p>No seller lets Shelfbridge in.</p>' : listed.join('')}`,
  );
}

/** Returns the page that Square shows when the authorization request itself is invalid. */
export function wrongRequestPage(reason: string): string {
  return page('Not a valid request', `<h1>This request is not valid</h1><p>${escape(reason)}</p>`);
}
