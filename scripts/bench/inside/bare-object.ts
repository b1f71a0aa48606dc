import { DurableObject } from 'cloudflare:workers';

/** The peer for webhook ingestion: an object that writes one row per call and does nothing else. */
export class BareObject extends DurableObject {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.storage.sql.exec('create table if not exists line (id integer primary key, body text not null)');
  }

  take(body: string): void {
    this.ctx.storage.sql.exec('insert into line (body) values (?)', body);
  }
}
