import { parseHealthProblem, HEALTH_PROBLEMS, type HealthProblem } from '../../domain/account/health-problem';
import { sourceName, SOURCES } from '../../domain/source';
import type { Tone } from '../shared/components/notice';
import { operatorText } from './operator.text';

/** A kind of health problem as operators see it. */
export interface HealthProblemText {
  /** A word or two, for a chip or a filter. */
  readonly name: string;
  /** What it means and what helps; '' where the name says it all. */
  readonly meaning: string;
  readonly tone: Tone;
}

/** Problems that are not as bad as the others. */
const MILD: Partial<Readonly<Record<HealthProblem, Tone>>> = {
  api_version: 'warn',
  webhooks: 'warn',
  webhooks_unreadable: 'warn',
  blocked: 'warn',
  suspected_writer: 'warn',
  held: 'info',
  doubt: 'warn',
  lag: 'warn',
};

/**
 * Describes a kind of health problem. A kind that is not known, such as a failing task, goes by its own name. `unreachable` are
 * the account's platforms that do not respond; without them an outage names no platform.
 */
export function describeHealthProblem(kind: string, unreachable: readonly string[] = []): HealthProblemText {
  const problem = parseHealthProblem(kind);
  if (problem === null) return { name: kind, meaning: '', tone: 'warn' };
  const tone = MILD[problem] ?? 'bad';
  const failing = SOURCES.filter((source) => unreachable.includes(source)).map(sourceName);
  const named = problem === 'unreachable' && failing.length > 0;
  return { ...(named ? operatorText.platformsUnavailable(failing) : operatorText.healthProblems[problem]), tone };
}

/** Sums up the fleet in a sentence: how many customers have a problem, and the worst one. `counts` are the server's. */
export function describeFleet(unhealthy: number, counts: readonly { readonly trouble: string; readonly accounts: number }[]): string {
  const present = counts.filter(({ accounts }) => accounts > 0).map(({ trouble }) => trouble);
  // A later version may have kinds that this page does not know.
  const worst = HEALTH_PROBLEMS.find((kind) => present.includes(kind)) ?? present[0];
  if (unhealthy === 0 || worst === undefined) return operatorText.fleetHealthy;
  return operatorText.fleetUnhealthy(unhealthy, describeHealthProblem(worst).name);
}
