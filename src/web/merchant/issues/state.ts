import { parseSource, type Source } from '../../../domain/source';
import type { JoinedVariant, Variant, VariantList } from '../../../gen/sh/common_pb';
import { toCsv } from '../../shared/csv';
import { isolate } from '../../shared/formats';
import { atom } from '../../shared/state/jotai';
import { idleQuery, type Query } from '../../shared/state/remote';

/** Rows that the list asks for; there is no second page: what is mended makes room. */
export const LIST_LIMIT = 500;

/** The present list. */
export const issuesAtom = atom<Query<VariantList>>(idleQuery);
/** The variant in a dialog. */
export const issueDetailAtom = atom<Query<JoinedVariant>>(idleQuery);

/** The three kinds of issue, in the order in which screens show them. */
export const KINDS = ['missing_skus', 'duplicate_skus', 'inventory_disabled'] as const;
/** A kind of issue. */
export type IssueKind = (typeof KINDS)[number];

/** What the address says. */
export interface IssuesQuery {
  readonly view: IssueKind;
  readonly source: Source;
}

/** Reads which issues are listed; what makes no sense counts as absent. */
export function readIssuesQuery(params: URLSearchParams): IssuesQuery {
  return {
    view: KINDS.find((kind) => kind === params.get('view')) ?? 'missing_skus',
    source: parseSource(params.get('source') ?? '') ?? 'shopify',
  };
}

/** The words of a kind of issue. */
export interface IssueWords {
  /** Ends the heading. */
  readonly name: string;
  readonly explanation: string;
  /** The action link of each row. */
  readonly action: string;
}

const WORDS: Readonly<Record<IssueKind, IssueWords>> = {
  missing_skus: {
    name: 'Missing Skus',
    explanation:
      'A variant is matched to the other platform by its SKU. One without a SKU cannot be matched, so its stock is not kept in step.',
    action: 'Add SKU',
  },
  duplicate_skus: {
    name: 'Duplicate Skus',
    explanation:
      "Several variants share one SKU, so a change of quantity is ambiguous: it could belong to any of them. Use 'Change SKU' to give each its own.",
    action: 'Change SKU',
  },
  inventory_disabled: {
    name: 'Inventory Tracking Disabled',
    explanation:
      "The platform does not count these, so there is no stock information to keep in step. Use 'Enable Inventory Tracking' to begin.",
    action: 'Enable Tracking',
  },
};

/** The words of a kind. */
export function issueWords(kind: IssueKind): IssueWords {
  return WORDS[kind];
}

/** What the list is headed with: each platform has its own word for a variant. */
export function issueHeading({ view, source }: IssuesQuery): string {
  return `${source === 'shopify' ? 'Shopify Variants with' : 'Square Variations with'} ${WORDS[view].name}`;
}

/** A variant's name with its product's. */
export function issueName({ productName, name }: Variant): string {
  return [productName, name === 'Default Title' ? '' : name]
    .filter((part) => part !== '')
    .map(isolate)
    .join(' · ');
}

/** The list as a CSV file. */
export function issuesCsv(variants: readonly Variant[]): string {
  return toCsv(
    ['SKU', 'Product', 'Variant', 'Variant id', 'Product id', 'Inventory tracked'],
    variants.map((variant) => [
      variant.sku,
      variant.productName,
      variant.name,
      variant.id,
      variant.productId,
      variant.inventoryTracked ? 'Yes' : 'No',
    ]),
  );
}

/**
 * Rows that were mended here: gone from the list at once, and back with the reason when that did not work. `gone` rows stay
 * away until the server's list no longer names them.
 */
export interface Mended {
  readonly gone: ReadonlySet<string>;
  /** Why a row came back, by variant id. */
  readonly errors: ReadonlyMap<string, string>;
}

/** Nothing was mended yet. */
export const NOTHING_MENDED: Mended = { gone: new Set(), errors: new Map() };

/** A row leaves. */
export function leave({ gone, errors }: Mended, id: string): Mended {
  const left = new Map(errors);
  left.delete(id);
  return { gone: new Set([...gone, id]), errors: left };
}

/** A row comes back with the reason. */
export function comeBack({ gone, errors }: Mended, id: string, reason: string): Mended {
  const away = new Set(gone);
  away.delete(id);
  return { gone: away, errors: new Map([...errors, [id, reason]]) };
}

/** The server's list has come: rows that it no longer names need not be kept away. */
export function settle(mended: Mended, listed: readonly Variant[]): Mended {
  const named = new Set(listed.map((variant) => variant.id));
  const gone = new Set([...mended.gone].filter((id) => named.has(id)));
  return gone.size === mended.gone.size ? mended : { ...mended, gone };
}
