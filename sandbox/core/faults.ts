import type { PlatformPart } from '../world-api';
import type { Faults } from './config';

/** Runs a request under the faults of its platform. The effect happens at most once, and does happen when only the answer is lost. */
export async function runWithFaults(
  part: PlatformPart,
  faults: Faults,
  effect: (stillBusyMs: number) => Promise<Response> | Response,
): Promise<Response> {
  const latency = Math.random() * faults.latencyMs;
  if (latency > 0) await scheduler.wait(latency / 2);
  if (Math.random() < faults.rate429) return part.faultAnswer(429);
  if (Math.random() < faults.rate5xx) return part.faultAnswer(503);
  const answer = await effect(latency / 2);
  if (latency > 0) await scheduler.wait(latency / 2);
  if (Math.random() < faults.timeoutAfterEffect) {
    await answer.body?.cancel();
    return new Response('upstream request timeout', { status: 504, headers: { 'content-type': 'text/plain' } });
  }
  return answer;
}
