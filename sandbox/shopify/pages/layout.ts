import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

const STYLE = raw(`
  :root { color-scheme: light dark; --ink: #1c1d1f; --soft: #616469; --line: #dcdde0; --back: #f1f1f1; --card: #fff; --strong: #1a1a1a; --on: #fff; --bad: #8e1f0b; }
  @media (prefers-color-scheme: dark) { :root { --ink: #ececee; --soft: #a5a7ac; --line: #3a3c40; --back: #17181a; --card: #232427; --strong: #ececee; --on: #17181a; --bad: #ff9c8a; } }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px; background: var(--back); color: var(--ink);
    font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
  main { width: 100%; max-width: 460px; background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 28px; }
  .from { display: flex; justify-content: space-between; gap: 12px; color: var(--soft); font-size: 13px; margin-bottom: 20px; }
  .tag { border: 1px solid var(--line); border-radius: 999px; padding: 0 10px; white-space: nowrap; }
  h1 { font-size: 21px; line-height: 1.25; margin: 0 0 8px; }
  p { margin: 0 0 16px; color: var(--soft); }
  ul { margin: 0 0 20px; padding: 0; list-style: none; border-top: 1px solid var(--line); }
  li { padding: 10px 0; border-bottom: 1px solid var(--line); display: flex; justify-content: space-between; gap: 16px; }
  li span:last-child { color: var(--soft); text-align: right; }
  form { display: flex; gap: 10px; flex-wrap: wrap; }
  button, .button { font: inherit; font-weight: 600; padding: 10px 18px; border-radius: 10px; border: 1px solid var(--line); background: transparent; color: var(--ink);
    cursor: pointer; text-decoration: none; }
  button.primary, .button.primary { background: var(--strong); border-color: var(--strong); color: var(--on); flex: 1; text-align: center; }
  button:focus-visible, .button:focus-visible { outline: 3px solid #2c6ecb; outline-offset: 2px; }
  .bad { color: var(--bad); }
`);

/** Returns a page of the emulated Shopify admin. */
export function page(title: string, shop: string, body: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <main>
          <div class="from"><span>${shop}</span><span class="tag">Shopify sandbox</span></div>
          ${body}
        </main>
      </body>
    </html>`;
}

/** Returns a page with an error message. */
export function errorPage(title: string, shop: string, message: string): Html {
  return page(
    title,
    shop,
    html`<h1 class="bad">${title}</h1>
      <p>${message}</p>`,
  );
}
