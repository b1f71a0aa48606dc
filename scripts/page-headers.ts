import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Plugin } from 'vite';

import { addresses, thirdParties, type ThirdParties } from './local-values.ts';
import { root } from './root.ts';

/** A header's name and value. */
type Header = readonly [name: string, value: string];

/** Additional sources by directive; what is absent counts for nothing. */
type Sources = Readonly<Record<string, readonly (string | undefined)[]>>;

/** Returns the headers that production sends with every page, from the file that Cloudflare reads (`_headers`, section `/*`). */
function productionHeaders(): Header[] {
  const lines = readFileSync(join(root, 'src/web/public/_headers'), 'utf8').split('\n');
  const start = lines.indexOf('/*') + 1;
  const end = lines.findIndex((line, index) => index >= start && line !== '' && !line.startsWith(' '));
  return lines
    .slice(start, end === -1 ? lines.length : end)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]);
}

/** Returns the content security policy sources of each configured third party; docs/third-parties.md lists the same for production. */
function policyOf({ POSTHOG_HOST, SENTRY_DSN, CHAT_WIDGET_ID }: ThirdParties): Sources {
  const crisp = 'https://client.crisp.chat https://image.crisp.chat https://storage.crisp.chat';
  return {
    connect: [
      POSTHOG_HOST && new URL(POSTHOG_HOST).origin,
      SENTRY_DSN && `https://${new URL(SENTRY_DSN).host}`,
      CHAT_WIDGET_ID && 'https://client.crisp.chat https://storage.crisp.chat wss://client.relay.crisp.chat wss://stream.relay.crisp.chat',
    ],
    script: [CHAT_WIDGET_ID && 'https://client.crisp.chat https://settings.crisp.chat'],
    style: [CHAT_WIDGET_ID && "'unsafe-inline' https://client.crisp.chat"],
    img: [CHAT_WIDGET_ID && crisp],
    font: [CHAT_WIDGET_ID && 'https://client.crisp.chat'],
  };
}

/** Returns a policy with additional sources in some of its directives. */
function widen(policy: string, more: Sources): string {
  return Object.entries(more).reduce((text, [name, sources]) => {
    const added = sources.filter(Boolean).join(' ');
    return added === '' ? text : text.replace(`${name}-src `, `${name}-src ${added} `);
  }, policy);
}

/** Returns production's headers for a local start, where the page also calls its Worker and is redirected to the sandbox. */
function localHeaders(port: number): Header[] {
  const { worker, sandbox } = addresses(port);
  return productionHeaders()
    .filter(([name]) => name !== 'strict-transport-security')
    .map(([name, value]) => [
      name,
      name === 'content-security-policy'
        ? widen(value, policyOf(thirdParties()))
            .replace('connect-src ', `connect-src ${worker} `)
            .replace('form-action ', `form-action ${sandbox} `)
            .replace('img-src ', `img-src ${sandbox} `)
        : value,
    ]);
}

/** A Vite plugin that serves the built page with production's own headers, so that a violation shows at once. */
export function pageHeaders(): Plugin {
  return {
    name: 'page-headers',
    configurePreviewServer(server) {
      const headers = localHeaders(server.config.preview.port);
      server.middlewares.use((_request, response, next) => {
        for (const [name, value] of headers) response.setHeader(name, value);
        next();
      });
    },
  };
}
