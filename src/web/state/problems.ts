import type { AccountStatus } from '../../gen/sh/account_pb';

/**
 * What is wrong with the connections of either platform, in whole sentences; '' when nothing is. What holds for both is said once,
 * after what each of them says alone.
 */
export function describeProblems({ shopifyProblem, squareProblem }: Pick<AccountStatus, 'shopifyProblem' | 'squareProblem'>): string {
  const sentences = [shopifyProblem, squareProblem].flatMap((text) => text.split(/(?<=\.) /u)).filter((sentence) => sentence !== '');
  return sentences.filter((sentence, index) => sentences.lastIndexOf(sentence) === index).join(' ');
}
