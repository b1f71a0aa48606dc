import { PLAIN, type AppRequest, type Effect, type PlatformPart } from '../world-api';
import { cut, gatewayTimeout, hang, lostConnection } from './broken-answers';
import type { Faults } from './fault-switches';

/** What a request's faults need besides its platform. */
export interface FaultRun {
  readonly faults: Faults;
  /** null for a request that must not be stored (a token refresh). */
  readonly request: AppRequest | null;
  /** True for a stored request that is processed late or again: network faults no longer apply to it. */
  readonly replayed: boolean;
  /** Processes the request again after `delayMs` real ms. */
  later(reason: 'late' | 'duplicate', delayMs: number): void;
}

/** The platform's own error responses. */
type Answering = Pick<PlatformPart, 'faultAnswer'>;

const drawn = (chance: number): boolean => Math.random() < chance;

/** The result of a request: `effect` ran, or the request was stopped on the way with this response. */
interface Arrival {
  readonly answer: Response;
  readonly reached: boolean;
}

/**
 * Applies a read's own faults, or the stock write's, then runs the effect. The order of draws is: poison, late arrival, refusal, duplicate.
 */
async function arrive(part: Answering, run: FaultRun, stillBusyMs: number, effect: Effect): Promise<Arrival> {
  const { faults, request, replayed } = run;
  if (request === null || request.stockWrite === null) {
    const throttled = request?.read === true && drawn(faults.throttledReads);
    const lagMs = request?.read === true ? Math.random() * faults.readLagMs : 0;
    return { answer: await effect({ ...PLAIN, stillBusyMs, throttled, lagMs }), reached: true };
  }
  const poisoned = faults.poisonedItems.length > 0 && request.stockWrite.containsAny(faults.poisonedItems);
  if (poisoned && faults.poisonAnswer === '500') return { answer: part.faultAnswer(500), reached: false };
  if (replayed || poisoned) return { answer: await effect({ ...PLAIN, stillBusyMs, refused: poisoned }), reached: true };
  if (drawn(faults.lateArrival)) {
    run.later('late', Math.random() * faults.lateArrivalMs);
    return { answer: gatewayTimeout(), reached: true };
  }
  const refused = drawn(faults.unnamedRefusal);
  if (drawn(faults.duplicateRequest)) run.later('duplicate', Math.random() * faults.duplicateRequestMs);
  return { answer: await effect({ ...PLAIN, stillBusyMs, refused }), reached: true };
}

/** Applies network faults to a response on its way back. */
async function deliver(faults: Faults, answer: Response): Promise<Response> {
  const lost = drawn(faults.timeoutAfterEffect);
  const hangs = drawn(faults.hangAfterEffect);
  if (!lost && !hangs) return drawn(faults.cutAnswer) ? cut(answer) : answer;
  await answer.body?.cancel();
  return hangs ? hang() : gatewayTimeout();
}

/**
 * Runs a request under the faults of its platform. A request that is not late, refused, or stopped takes effect now, even if only its
 * response is lost. A replayed request is subject only to poison.
 */
export async function runWithFaults(part: Answering, run: FaultRun, effect: Effect): Promise<Response> {
  const { faults } = run;
  if (run.replayed) return (await arrive(part, run, 0, effect)).answer;
  const latency = Math.random() * faults.latencyMs;
  if (latency > 0) await scheduler.wait(latency / 2);
  if (drawn(faults.resetBeforeEffect)) return lostConnection();
  if (drawn(faults.hangBeforeEffect)) return hang();
  if (drawn(faults.rate429)) return part.faultAnswer(429);
  if (drawn(faults.rate5xx)) return part.faultAnswer(503);
  const { answer, reached } = await arrive(part, run, latency / 2, effect);
  if (!reached) return answer;
  if (latency > 0) await scheduler.wait(latency / 2);
  return deliver(faults, answer);
}
