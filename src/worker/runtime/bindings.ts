import type { AccountObject } from '../../durable/account-object';
import type { EventMessage, TaskMessage } from './queue-messages';

/**
 * Rate limits against floods. Cloudflare counts at each location of the edge, so the counts are approximate, and they are
 * checked before any storage is (developers.cloudflare.com/workers/runtime-apis/bindings/rate-limit). An installation that binds
 * none has no limits, and a local start has none either. Webhooks have none on purpose: a validly signed one is never refused.
 */
export interface RateLimits {
  /** Requests that query the shared database: by address, and for remote calls by session too. */
  readonly CALLS?: RateLimit;
  /** Public routes that write a row per request, by address. The binding's name is part of the deployed configuration. */
  readonly DOORS?: RateLimit;
}

/** What Cloudflare binds to the Worker; `config.ts` reads the settings. */
export interface Bindings extends RateLimits {
  readonly DB: D1Database;
  readonly ACCOUNT: DurableObjectNamespace<AccountObject>;
  readonly TASKS: Queue<TaskMessage>;
  readonly EVENTS: Queue<EventMessage>;
  /** The page's files. */
  readonly ASSETS: Fetcher;
  /** Absent in installations that send no mail. */
  readonly MAIL?: SendEmail;
}
