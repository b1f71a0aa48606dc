import type { Equivalent } from './equivalent';
import { oneLine, type Mutant } from './mutant';

/** Which mutants are explained, and which explanations no longer match a mutant. */
export interface Explanations {
  readonly reasons: ReadonlyMap<string, string>;
  readonly stale: readonly Equivalent[];
}

/** Matches the explanations with all mutants of the shipped code, ignoring spaces and line breaks. */
export function explain(list: readonly Equivalent[], mutants: readonly Mutant[]): Explanations {
  const reasons = new Map<string, string>();
  const stale = list.filter((entry) => {
    const found = mutants.filter((mutant) => fits(entry, mutant));
    for (const { id } of found) reasons.set(id, entry.reason);
    return found.length === 0;
  });
  return { reasons, stale };
}

function fits({ mutant: wanted }: Equivalent, mutant: Mutant): boolean {
  if (typeof wanted === 'string') return wanted === mutant.id;
  const same = (a: string, b: string): boolean => oneLine(a, Infinity) === oneLine(b, Infinity);
  if (wanted.file !== mutant.file || wanted.operator !== mutant.operator) return false;
  return same(wanted.before, mutant.before) && same(wanted.after, mutant.after);
}
