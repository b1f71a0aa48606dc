import type { JoinedVariant, Variant, VariantList } from '../../../gen/sh/common_pb';
import type { OversellList, UnlinkedList, WriterCaseList, WriterProposal } from '../../../gen/sh/issues_pb';
import { toCsv } from '../../shared/csv';
import { atom } from '../../shared/state/jotai';
import { idleQuery, type Query } from '../../shared/state/remote';
import { variantName } from '../../shared/variant-names';
import type { IssuesQuery } from './issues-query';
import { issuesText as text } from './issues.text';

/** The pairs that no longer sync. */
export const unlinkedAtom = atom<Query<UnlinkedList>>(idleQuery);
/** What both platforms sold and only one had. */
export const oversoldAtom = atom<Query<OversellList>>(idleQuery);
/** The variants whose stock another app changes as well. */
export const writersAtom = atom<Query<WriterCaseList>>(idleQuery);
/** The number that such a variant should have. */
export const proposalAtom = atom<Query<WriterProposal>>(idleQuery);
/** The current list. */
export const issuesAtom = atom<Query<VariantList>>(idleQuery);
/** The variant in a dialog. */
export const issueDetailAtom = atom<Query<JoinedVariant>>(idleQuery);

/** Returns the list's heading: each platform has its own word for a variant. */
export function issueHeading({ view, source }: IssuesQuery): string {
  return `${text.headings[source]} ${text.kinds[view].name}`;
}

/** Returns a variant's name with its product's. */
export function issueName({ productName, name }: Variant): string {
  return variantName(productName, name);
}

/** Returns the list as a CSV file. */
export function issuesCsv(variants: readonly Variant[]): string {
  return toCsv(
    text.csvColumns,
    variants.map((variant) => [
      variant.sku,
      variant.productName,
      variant.name,
      variant.id,
      variant.productId,
      variant.inventoryTracked ? text.facts.yes : text.facts.no,
    ]),
  );
}

/**
 * The rows that were fixed here. They leave the list at once, and return with an error if the fix failed. A hidden row stays
 * hidden until the server's list no longer has it.
 */
export interface FixedRows {
  readonly hidden: ReadonlySet<string>;
  /** Why a row returned, by variant id. */
  readonly errors: ReadonlyMap<string, string>;
}

/** The state before any fix. */
export const NOTHING_FIXED: FixedRows = { hidden: new Set(), errors: new Map() };

/** Hides a row. */
export function hideRow({ hidden, errors }: FixedRows, id: string): FixedRows {
  const left = new Map(errors);
  left.delete(id);
  return { hidden: new Set([...hidden, id]), errors: left };
}

/** Shows a row again, with the error. */
export function returnRow({ hidden, errors }: FixedRows, id: string, error: string): FixedRows {
  const left = new Set(hidden);
  left.delete(id);
  return { hidden: left, errors: new Map([...errors, [id, error]]) };
}

/** Forgets hidden rows that the server's new list no longer has. */
export function forgetFixed(fixed: FixedRows, listed: readonly Variant[]): FixedRows {
  const ids = new Set(listed.map((variant) => variant.id));
  const hidden = new Set([...fixed.hidden].filter((id) => ids.has(id)));
  return hidden.size === fixed.hidden.size ? fixed : { ...fixed, hidden };
}
