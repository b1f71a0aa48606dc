const FILES = import.meta.glob('../fixtures/webhooks/*/*.json', { query: '?raw', import: 'default', eager: true });

/** A recorded or documented webhook; its folder's README names the source. */
export interface WebhookSample {
  readonly source: 'shopify' | 'square';
  /** As the platform names it. */
  readonly type: string;
  /** The body as published. */
  readonly body: string;
}

/** All samples in `test/fixtures/webhooks`. */
export const WEBHOOK_SAMPLES: readonly WebhookSample[] = Object.entries(FILES).map(([path, body]) => {
  const [, folder = '', name = ''] = /\/(shopify|square)\/(.+)\.json$/u.exec(path) ?? [];
  const source = folder === 'shopify' ? 'shopify' : 'square';
  return { source, type: source === 'shopify' ? name.replace('.', '/') : name, body };
});
