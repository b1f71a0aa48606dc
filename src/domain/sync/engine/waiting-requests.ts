import type { Instant } from '../../instant';
import { certainFrom, outlivesKey, outlivesKeyFrom } from '../write-attempts';
import type { InFlightRequest } from './in-flight-request';

/** What a lane may do now: send requests that change stock, and ask what became of them. */
export interface Allowed {
  readonly write: boolean;
  readonly lookUp: boolean;
}

/** Requests of a lane that wait for their repeat or their look-up, by key. Each holds only its own levels. */
export class WaitingRequests {
  readonly #requests = new Map<string, InFlightRequest>();

  put(request: InFlightRequest): void {
    this.#requests.set(request.attempts.key, request);
  }

  /** When the next one is due; Infinity when none is. */
  nextAt(allowed: Allowed): Instant {
    let soonest = Infinity;
    for (const request of this.#requests.values()) soonest = Math.min(soonest, nextStep(request, allowed));
    return soonest;
  }

  /** Takes the first that is due, to be sent or, with `lookUp`, to be looked up; null when none is. */
  take(now: Instant, allowed: Allowed): InFlightRequest | null {
    for (const request of this.#requests.values()) {
      if (nextStep(request, allowed) > now) continue;
      const lookUp = request.lookUp || outlivesKey(request.attempts, now);
      const dueAt = certainFrom(request.attempts);
      if (lookUp && now < dueAt) {
        // A lost attempt that is still on its way would take effect after a look-up that found nothing.
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
 * When a request is sent or looked up next; Infinity while neither is allowed. A look-up changes nothing, so it needs the
 * connection alone; a repeat that may not leave waits for the moment from which on it must be looked up first.
 */
function nextStep({ attempts, dueAt, lookUp }: InFlightRequest, allowed: Allowed): Instant {
  if (allowed.write) return dueAt;
  if (!allowed.lookUp) return Infinity;
  return lookUp ? dueAt : Math.max(dueAt, outlivesKeyFrom(attempts));
}
