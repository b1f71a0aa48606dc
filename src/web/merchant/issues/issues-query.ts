import { parseSource, type Source } from '../../../domain/source';
import { OVERSOLD_VIEW, UNLINKED_VIEW, WRITERS_VIEW } from '../../shared/paths';

/** The most rows listed. There is no second page: fixed rows make room. */
export const LIST_LIMIT = 500;

/** The three kinds of issue, in the order in which screens show them. */
export const KINDS = ['missing_skus', 'duplicate_skus', 'inventory_disabled'] as const;
/** A kind of issue. */
export type IssueKind = (typeof KINDS)[number];

/** A list of what happened to variants that sync, or did. */
export type EventView = typeof UNLINKED_VIEW | typeof OVERSOLD_VIEW | typeof WRITERS_VIEW;

const EVENT_VIEWS: readonly EventView[] = [WRITERS_VIEW, OVERSOLD_VIEW, UNLINKED_VIEW];

/** Returns which list of events the address asks for; null for none. */
export function eventViewOf(params: URLSearchParams): EventView | null {
  const view = params.get('view');
  return EVENT_VIEWS.find((known) => known === view) ?? null;
}

/** The state of the page in the address. */
export interface IssuesQuery {
  readonly view: IssueKind;
  readonly source: Source;
}

/** Reads which issues are listed. Ignores invalid values. */
export function readIssuesQuery(params: URLSearchParams): IssuesQuery {
  return {
    view: KINDS.find((kind) => kind === params.get('view')) ?? 'missing_skus',
    source: parseSource(params.get('source') ?? '') ?? 'shopify',
  };
}

/** Returns the request for a list of issues. */
export function issuesRequest({ view, source }: IssuesQuery) {
  return { source, issueType: view, limit: LIST_LIMIT, offset: 0 };
}
