import { SOURCES, sourceName } from '../../../domain/source';
import type { AccountStatus, WritePause } from '../../../gen/sh/account_pb';
import { sharedText } from '../shared.text';

/**
 * Returns the connection problems of both platforms as sentences; '' when there are none. A sentence that both share appears once,
 * after those of each platform.
 */
export function describeProblems({ shopifyProblem, squareProblem }: Pick<AccountStatus, 'shopifyProblem' | 'squareProblem'>): string {
  const sentences = [shopifyProblem, squareProblem].flatMap((text) => text.split(/(?<=\.) /u)).filter((sentence) => sentence !== '');
  return sentences.filter((sentence, index) => sentences.lastIndexOf(sentence) === index).join(' ');
}

/** Returns a sentence that names the platforms with paused changes; '' when there are none. */
export function describePauses(pauses: readonly Pick<WritePause, 'source'>[]): string {
  const paused = SOURCES.filter((source) => pauses.some((pause) => pause.source === '' || pause.source === source));
  return paused.length === 0 ? '' : sharedText.pauses.changesTo(paused.map(sourceName));
}
