import type { Equivalent } from './equivalent';
import type { Explanations } from './explain';
import type { Hunted } from './hunt';
import { oneLine, type Mutant } from './mutant';
import type { StageName } from './stage';

/** The share of valid mutants, not counting the explained ones, that must be killed. */
export const REQUIRED_SHARE = 0.95;

/** A mutant that is named in the summary. */
interface Named {
  readonly id: string;
  readonly place: string;
  readonly operator: string;
  readonly before: string;
  readonly after: string;
  readonly note?: string;
}

/** The numbers of a hunt, as printed. */
export interface Summary {
  readonly population: number;
  readonly byOperator: Readonly<Record<string, number>>;
  readonly doesNotCompile: number;
  readonly sampled: number;
  readonly killed: Readonly<Partial<Record<StageName, number>>>;
  readonly timedOut: number;
  readonly invalid: number;
  /** Survivors in files that no stage loads. */
  readonly unreached: number;
  readonly explained: number;
  /** The killed share of the valid mutants that are not explained; null when there is none. */
  readonly killedShare: number | null;
  readonly required: number;
  readonly secondsPerMutant: Readonly<Partial<Record<StageName, number>>>;
  readonly survivors: readonly Named[];
  readonly invalidMutants: readonly Named[];
  readonly explainedButKilled: readonly Named[];
  readonly staleExplanations: readonly Equivalent['mutant'][];
}

/** Counts the results of the mutants. */
export function summarize(
  population: { readonly mutants: readonly Mutant[]; readonly failing: number },
  hunted: readonly Hunted[],
  { reasons, stale }: Explanations,
): Summary {
  const isExplained = ({ mutant, verdict }: Hunted): boolean => verdict === 'survived' && reasons.has(mutant.id);
  const isKilled = ({ verdict }: Hunted): boolean => verdict === 'killed' || verdict === 'timeout';
  const invalid = hunted.filter(({ verdict }) => verdict === 'invalid');
  const explained = hunted.filter(isExplained);
  const killed = hunted.filter(isKilled);
  const counted = hunted.length - invalid.length - explained.length;
  return {
    population: population.mutants.length,
    byOperator: countBy(population.mutants, ({ operator }) => operator),
    doesNotCompile: population.failing,
    sampled: hunted.length,
    killed: countBy(
      hunted.filter(({ verdict }) => verdict === 'killed'),
      ({ by }) => by ?? 'none',
    ),
    timedOut: hunted.filter(({ verdict }) => verdict === 'timeout').length,
    invalid: invalid.length,
    unreached: hunted.filter(isUnreached).length,
    explained: explained.length,
    killedShare: counted === 0 ? null : Math.round((10_000 * killed.length) / counted) / 10_000,
    required: REQUIRED_SHARE,
    secondsPerMutant: secondsByStage(hunted),
    survivors: hunted.filter((one) => one.verdict === 'survived' && !isExplained(one)).map((one) => named(one)),
    invalidMutants: invalid.map((one) => named(one)),
    explainedButKilled: killed.filter(({ mutant }) => reasons.has(mutant.id)).map((one) => named(one)),
    staleExplanations: stale.map(({ mutant }) => mutant),
  };
}

/** Returns whether a hunt passed: enough mutants killed, and no explanation refuted by a kill. */
export function isEnough({ killedShare, explainedButKilled }: Summary): boolean {
  return killedShare !== null && killedShare >= REQUIRED_SHARE && explainedButKilled.length === 0;
}

function isUnreached({ outcomes }: Hunted): boolean {
  return outcomes.length > 0 && outcomes.every(({ outcome }) => outcome.kind === 'unreached');
}

function named(one: Hunted): Named {
  const { mutant, outcomes, verdict } = one;
  const broken = outcomes.find(({ outcome }) => outcome.kind === 'invalid')?.outcome.detail ?? '';
  const note = verdict === 'survived' ? (isUnreached(one) ? 'no stage loads this file' : '') : broken;
  return {
    id: mutant.id,
    place: `${mutant.file}:${mutant.line}:${mutant.column}`,
    operator: mutant.operator,
    before: oneLine(mutant.before, 200),
    after: oneLine(mutant.after, 200),
    ...(note !== '' && { note }),
  };
}

function countBy<T>(list: readonly T[], keyOf: (one: T) => string): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(list, keyOf)].map(([key, group]) => [key, group.length]));
}

function secondsByStage(hunted: readonly Hunted[]): Partial<Record<StageName, number>> {
  const runs = hunted.flatMap(({ outcomes }) => outcomes.filter(({ outcome }) => outcome.kind !== 'unreached'));
  const mean = (group: typeof runs): number => group.reduce((sum, { outcome }) => sum + outcome.seconds, 0) / group.length;
  return Object.fromEntries(
    [...Map.groupBy(runs, ({ stage }) => stage)].map(([stage, group]) => [stage, Math.round(100 * mean(group)) / 100]),
  );
}
