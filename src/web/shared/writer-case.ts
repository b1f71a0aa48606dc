import type { WriterCase } from '../../gen/sh/issues_pb';
import { formatDay, formatTimeOfDay } from './dates';
import { isolate } from './formats';
import { formatHistoryTime } from './history-time';
import { writerCasesText as text } from './writer-cases.text';

/** The most characters of an app's name that are shown. Anybody may register an app with any name. */
const LONGEST_NAME = 60;

/** How sure it is that another app changes a variant's stock, and who says so. */
export type Proof = 'name' | 'silence' | 'suspected';

/** Returns how a case is known. A proof that this page does not know claims what the weaker one claims. */
export function proofOf({ state, proof }: Pick<WriterCase, 'state' | 'proof'>): Proof {
  if (state !== 'held') return 'suspected';
  return proof === 'name' ? 'name' : 'silence';
}

/** Returns an app's name for a sentence; '' when it is not known. */
export function appNameOf({ appName }: Pick<WriterCase, 'appName'>): string {
  const name = appName.trim();
  const letters = Array.from(name);
  return isolate(letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME).join('')}…` : name);
}

/** Returns what happened, in numbers and local times. */
export function happenedText(one: WriterCase): string {
  const { copies, units, from, to } = one;
  const when = spanText(from, to);
  const proof = proofOf(one);
  const name = appNameOf(one);
  const app = proof === 'silence' && name !== '' ? text.probably(name) : text.app(name);
  if (proof === 'suspected') return [text.mayCopy(app), ...(copies === 0 || when === '' ? [] : [text.lookCopied(copies, when)])].join(' ');
  if (copies === 0 || when === '') return text.changesStock(app);
  // What repeats our own writes does so on both platforms: their sum is not what is missing on either.
  return proof === 'silence' ? text.repeatedBoth(app, copies, when, units) : text.repeated(app, copies, when, units);
}

/** Returns what is certain about a case. */
export function certainText(one: WriterCase): string {
  const proof = proofOf(one);
  return proof === 'name' ? text.known.name(text.itself(appNameOf(one))) : text.known[proof];
}

/** Returns what is not certain about a case. */
export function uncertainText(one: WriterCase): string {
  const proof = proofOf(one);
  const name = appNameOf(one);
  return proof === 'silence' && name !== '' ? text.unknown.probably(name) : text.unknown[proof];
}

function spanText(from: string, to: string): string {
  const [first, last] = [formatHistoryTime(from), formatHistoryTime(to)];
  if (first === '' || last === '') return '';
  if (first === last) return text.at(first);
  return text.between(first, formatDay(from) === formatDay(to) ? formatTimeOfDay(to) : last);
}
