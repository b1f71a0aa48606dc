import { SOURCES, sourceName } from '../../../domain/source';
import type { AccountStatus, WritePause } from '../../../gen/sh/account_pb';

/**
 * What is wrong with the connections of either platform, in whole sentences; '' when nothing is. What holds for both is said once,
 * after what each of them says alone.
 */
export function describeProblems({ shopifyProblem, squareProblem }: Pick<AccountStatus, 'shopifyProblem' | 'squareProblem'>): string {
  const sentences = [shopifyProblem, squareProblem].flatMap((text) => text.split(/(?<=\.) /u)).filter((sentence) => sentence !== '');
  return sentences.filter((sentence, index) => sentences.lastIndexOf(sentence) === index).join(' ');
}

/** Which platforms' changes operators have paused, in a sentence; '' when none are. */
export function describePauses(pauses: readonly Pick<WritePause, 'source'>[]): string {
  const paused = SOURCES.filter((source) => pauses.some((pause) => pause.source === '' || pause.source === source));
  return paused.length === 0 ? '' : `Changes to ${paused.map(sourceName).join(' and ')} are paused.`;
}
