import type { Instant } from '../../instant';
import { certainFrom, outlivesKey, outlivesKeyFrom } from '../write-attempts';
import type { InFlightRequest } from './in-flight-request';

/** What a lane may do now: send requests that change stock, and look up their outcome. */
export interface Allowed {
  readonly write: boolean;
  readonly lookUp: boolean;
}

/** A lane's requests that wait for their repeat or their look-up, by key. Each holds only its own levels. */
export class WaitingRequests {
  readonly #requests = new Map<string, InFlightRequest>();

  put(request: InFlightRequest): void {
    this.#requests.set(request.attempts.key, request);
  }

  /** Returns when the next request is due; Infinity when none is. */
  nextAt(allowed: Allowed): Instant {
    let soonest = Infinity;
    for (const request of this.#requests.values()) soonest = Math.min(soonest, nextStep(request, allowed));
    return soonest;
  }

  /** Takes the first request that is due, to be sent or, with `lookUp`, to be looked up; null when none is. */
  take(now: Instant, allowed: Allowed): InFlightRequest | null {
    for (const request of this.#requests.values()) {
      if (nextStep(request, allowed) > now) continue;
      const lookUp = request.lookUp || outlivesKey(request.attempts, now);
      const dueAt = certainFrom(request.attempts);
      if (lookUp && now < dueAt) {
        // A lost attempt that is still in flight could take effect after a look-up that found nothing.
        this.put({ ...request, lookUp, dueAt });
        continue;
      }
      this.#requests.delete(request.attempts.key);
      return { ...request, lookUp };
    }
    return null;
  }

  clear(): void {
    this.#requests.clear();
  }
}

/**
 * Returns when a request is sent or looked up next; Infinity while neither is allowed. A look-up changes nothing, so it
 * needs only the connection; a repeat that may not be sent waits until it must be looked up first.
 */
function nextStep({ attempts, dueAt, lookUp }: InFlightRequest, allowed: Allowed): Instant {
  if (allowed.write) return dueAt;
  if (!allowed.lookUp) return Infinity;
  return lookUp ? dueAt : Math.max(dueAt, outlivesKeyFrom(attempts));
}
