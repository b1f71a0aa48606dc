import { Hono } from 'hono';

import { drawPicture, PICTURES } from './picture';

/** Serves the pictures of the catalogs, as the platforms' image hosts do: to anybody, to be kept for a year. */
export function picturesApp(): Hono {
  const app = new Hono();
  app.get(`${PICTURES}/:file`, (c) => {
    const picture = drawPicture(c.req.param('file'));
    if (picture === null) return c.notFound();
    return c.body(picture, 200, {
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'",
    });
  });
  return app;
}
