import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { addresses } from './local-values.mjs';
import { root } from './root.mjs';

/** The headers that production sends with every page, from the file that Cloudflare reads (`_headers`, section `/*`). */
function productionHeaders() {
  const lines = readFileSync(join(root, 'src/web/public/_headers'), 'utf8').split('\n');
  const start = lines.indexOf('/*') + 1;
  const end = lines.findIndex((line, index) => index >= start && line !== '' && !line.startsWith(' '));
  return lines
    .slice(start, end === -1 ? lines.length : end)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]);
}

/** Production's headers for a local start: the page there also calls its Worker and is sent to the sandbox. */
function localHeaders(port) {
  const { worker, sandbox } = addresses(port);
  return productionHeaders()
    .filter(([name]) => name !== 'strict-transport-security')
    .map(([name, value]) => [
      name,
      name === 'content-security-policy'
        ? value.replace('connect-src ', `connect-src ${worker} `).replace('form-action ', `form-action ${sandbox} `)
        : value,
    ]);
}

/** A Vite plugin that serves the built page under production's own headers, so that a breach shows at once. */
export function pageHeaders() {
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
