/** Replaces `cloudflare:workers`: the base class of Durable Objects. */
export class DurableObject<E = unknown> {
  readonly ctx: DurableObjectState;
  readonly env: E;

  constructor(ctx: DurableObjectState, env: E) {
    this.ctx = ctx;
    this.env = env;
  }
}
