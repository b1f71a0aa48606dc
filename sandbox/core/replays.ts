import type { Platform } from '../world-api';
import type { Jobs } from './jobs';

/** The headers needed to process a request again. */
const KEPT_HEADERS = ['authorization', 'content-type', 'square-version', 'x-shopify-access-token'];

/** The core job that processes a stored request. */
export const REPLAY_JOB = 'replay-request';

/** Why a request is processed later. */
type Reason = 'late' | 'duplicate';

interface StoredRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  readonly reason: Reason;
}

/** Requests that are processed later: stored as jobs, so that a kill loses none. */
export interface Replays {
  /** Stores a request, to be processed at sandbox time `at` (ms). */
  schedule(platform: Platform, request: Request, body: string, delivery: { readonly at: number; readonly reason: Reason }): void;
  /** Processes a stored request. A kill in the middle repeats it; idempotency keys must make that harmless anyway. */
  run(payload: string): Promise<void>;
  /** Returns why a request is being processed now; null for one that has just arrived from a client. */
  reasonOf(request: Request): Reason | null;
}

/** Creates the replays over the job table; `handle` is the sandbox's own request handler. */
export function createReplays(jobs: () => Jobs, handle: (request: Request) => Response | Promise<Response>): Replays {
  // Marks requests that the sandbox itself created, so that no client can claim to be one.
  const running = new WeakMap<Request, Reason>();
  return {
    schedule: (platform, request, body, { at, reason }) => {
      const headers = KEPT_HEADERS.flatMap((name): [string, string][] => {
        const value = request.headers.get(name);
        return value === null ? [] : [[name, value]];
      });
      const stored: StoredRequest = { method: request.method, url: request.url, headers, body, reason };
      jobs().schedule(platform, REPLAY_JOB, at, JSON.stringify(stored));
    },
    run: async (payload) => {
      // oxlint-disable-next-line no-unsafe-type-assertion -- stored by `schedule` above from a value of this type
      const { method, url, headers, body, reason } = JSON.parse(payload) as StoredRequest;
      const request = new Request(url, { method, headers: headers.map(([name, value]): [string, string] => [name, value]), body });
      running.set(request, reason);
      const answer = await handle(request);
      await answer.arrayBuffer();
    },
    reasonOf: (request) => running.get(request) ?? null,
  };
}
