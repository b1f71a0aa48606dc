import { playRival, type RivalEnding, type RivalPlay } from './rival';

export type { RivalPlay } from './rival';

/** What can be played: an app of one of three kinds, or honest customers of hot variants. */
export const RIVAL_PLAYS: readonly RivalPlay[] = ['delta', 'orders', 'mirror', 'hot'];

/** How long an honest change may wait for a test: what is promised, and the requests of a busy lane, in ms. */
const WAITS_MS = 10_000 + 1_600;

/** After so many changes by an app, and this time in ms, it must be suspected of the variant, or listed among the apps that change stock. */
const MANY_COPIES = 12;
const NOTICED_WITHIN_MS = 600_000;

/** Returns whether an app was not noticed in time, by one of the times at which that may be. */
function isLate({ copies, endedAt }: RivalEnding, noticedAt: number | null): boolean {
  const due = (copies[MANY_COPIES - 1] ?? Infinity) + NOTICED_WITHIN_MS;
  return due <= endedAt && (noticedAt ?? Infinity) > due;
}

/** Returns what is wrong with how a history ended; '' when nothing is. */
export function wrongEnding(play: RivalPlay, ending: RivalEnding): string {
  const { held, lost, allowed, waitedMs, copies, suspectedAt, listedAt, broken } = ending;
  if (broken !== '') return broken;
  if (play === 'orders' || play === 'mirror') {
    const isNoticed = !isLate(ending, suspectedAt) || !isLate(ending, listedAt);
    return isNoticed ? '' : `the other app made ${copies.length} changes and was not noticed in time`;
  }
  if (play === 'hot') {
    if (held) return 'honest customers are held';
    if (lost > 0) return `${lost} units of honest customers are lost or invented`;
    return waitedMs > WAITS_MS ? `a change of an honest customer waited ${Math.round(waitedMs)} ms` : '';
  }
  if (!held) return `the other app was never proven, ${lost} units are lost or invented`;
  return lost > allowed ? `${lost} units are lost or invented, ${allowed} are allowed` : '';
}

/** Plays histories and prints a JSON line with what came of them; names the first wrong ones. Returns the exit code. */
export function runRival(
  play: RivalPlay,
  { histories, seed }: { readonly histories: number; readonly seed: number },
  say: ((line: string) => void) | null,
): number {
  let held = 0;
  let suspected = 0;
  let suspectedLate = 0;
  let wrong = 0;
  let longestMs = 0;
  const losses = new Map<number, number>();
  for (let index = 0; index < histories; index += 1) {
    const ending = playRival(seed + index, play, say);
    held += Number(ending.held);
    suspected += Number(ending.suspected);
    suspectedLate += Number(isLate(ending, ending.suspectedAt));
    longestMs = Math.max(longestMs, ending.waitedMs);
    losses.set(ending.lost, (losses.get(ending.lost) ?? 0) + 1);
    const why = wrongEnding(play, ending);
    if (why === '') continue;
    wrong += 1;
    if (wrong <= 10) console.log(`${why}; replay: npm run sim -- --rival ${play} --histories 1 --seed ${seed + index} --trace`);
  }
  const lost = Object.fromEntries([...losses].toSorted(([a], [b]) => a - b));
  console.log(
    JSON.stringify({
      rival: play,
      histories,
      wrong,
      held,
      suspected,
      // Of an app that was listed in time, but suspected of the variant later, or not at all.
      ...((play === 'orders' || play === 'mirror') && { suspectedLate }),
      longestMs: Math.round(longestMs),
      seed,
      ...(play !== 'hot' && { lost }),
    }),
  );
  return wrong > 0 ? 1 : 0;
}
