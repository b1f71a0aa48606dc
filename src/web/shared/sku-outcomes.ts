/**
 * What became of a row. `changed`: it had another SKU than the preview showed, and was left alone. `unconfirmed`: the save got no answer
 * that tells whether the SKU is set. A row without an outcome was not tried.
 */
export type Outcome = { readonly kind: 'set' | 'changed' } | { readonly kind: 'refused' | 'unconfirmed'; readonly message: string };

/** How many rows had each outcome. */
export type OutcomeCounts = Readonly<Record<Outcome['kind'] | 'untried', number>>;

/** Counts the outcomes of a plan's rows. */
export function countOutcomes(steps: readonly { readonly id: string }[], outcomes: ReadonlyMap<string, Outcome>): OutcomeCounts {
  const counts = { set: 0, changed: 0, refused: 0, unconfirmed: 0, untried: 0 };
  for (const { id } of steps) counts[outcomes.get(id)?.kind ?? 'untried'] += 1;
  return counts;
}

/** Returns the rows that another preview may set: changed, not confirmed, or not tried. What was refused would be refused again. */
export function rowsLeft<Row extends { readonly id: string }>(
  steps: readonly Row[],
  outcomes: ReadonlyMap<string, Outcome>,
): readonly Row[] {
  return steps.filter(({ id }) => !['set', 'refused'].includes(outcomes.get(id)?.kind ?? ''));
}
