/** A page of the Worker's own that a route shows to people: what happened, what is safe, what to do. Plain text throughout. */
export interface ErrorPage {
  readonly status: 200 | 400 | 401 | 403 | 404 | 409 | 413 | 429 | 500 | 502 | 503;
  readonly title: string;
  /** What happened. */
  readonly happened: string;
  /** What is safe or unchanged. */
  readonly safe: string;
  /** What to do now. */
  readonly todo: string;
  /** The link's path on the page's own origin, and its label. */
  readonly action: { readonly path: `/${string}`; readonly label: string } | null;
}

/** Returns the page as a response. `reference` is the request's id, for support; the link leads to `appOrigin`. */
export function pageResponse(page: ErrorPage, reference: string, appOrigin: string): Response {
  const nonce = reference.replaceAll(/[^\w-]/gu, '');
  return new Response(html(page, reference, { nonce, appOrigin }), {
    status: page.status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  });
}

/** Escapes text for HTML, including attribute values. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}

function html(page: ErrorPage, reference: string, { nonce, appOrigin }: { nonce: string; appOrigin: string }): string {
  const action =
    page.action === null
      ? ''
      : `<p><a class="go" href="${escapeHtml(appOrigin + page.action.path)}">${escapeHtml(page.action.label)}</a></p>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(page.title)} · Shelfbridge</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
<p class="brand">Shelfbridge</p>
<h1>${escapeHtml(page.title)}</h1>
<p>${escapeHtml(page.happened)}</p>
<p>${escapeHtml(page.safe)}</p>
<p>${escapeHtml(page.todo)}</p>
${action}
<p class="reference">Reference <code>${escapeHtml(reference)}</code></p>
</main>
</body>
</html>
`;
}

/** The web app's colors and type (`src/web/styles/tokens.css`), as far as one card needs them. */
const STYLE = `
:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem; background: light-dark(#f6f7f9, #0f1115);
  color: light-dark(#161a22, #e9ecf2); font: 0.9375rem/1.5 ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; }
main { width: 100%; max-width: 30rem; padding: 2rem; background: light-dark(#ffffff, #171a20); border: 1px solid light-dark(#e2e5eb, #272c36);
  border-radius: 0.875rem; box-shadow: 0 1px 2px rgb(16 20 30 / 0.05); overflow-wrap: anywhere; }
.brand { margin: 0 0 1.25rem; font-weight: 600; color: light-dark(#525c6d, #a4acbb); }
h1 { margin: 0 0 0.75rem; font-size: 1.25rem; line-height: 1.75rem; font-weight: 600; }
p { margin: 0 0 0.75rem; }
.go { display: inline-block; margin-top: 0.5rem; padding: 0.5rem 0.875rem; border-radius: 0.4375rem; background: light-dark(#2f4bb8, #9fb2ff);
  color: light-dark(#ffffff, #0e1433); font-weight: 500; text-decoration: none; }
.go:hover { background: light-dark(#263fa0, #b6c5ff); }
.go:focus-visible { outline: 2px solid light-dark(#2f4bb8, #9fb2ff); outline-offset: 2px; }
.reference { margin: 1.25rem 0 0; font-size: 0.8125rem; color: light-dark(#626c7e, #8f98a8); }
`;
