import type { WebhookPayload, WebhookPayloadList } from '../../../gen/sh/admin_pb';
import { formatCount, plural } from '../../shared/formats';
import { atom } from '../../shared/state/jotai';
import { idleQuery, type Query } from '../../shared/state/remote';

/** Payloads of a page. */
export const PAGE_SIZE = 500;

const HOUR = 3_600_000;

/** Since when payloads are shown. */
export type Span = 'hour' | 'day' | 'all';

/** The spans as the picker words them. */
export const SPANS: readonly { readonly value: Span; readonly label: string }[] = [
  { value: 'hour', label: 'Last hour' },
  { value: 'day', label: 'Last 24 hours' },
  { value: 'all', label: 'All that are kept (30 days)' },
];

/** The payloads in sight. */
export const payloadsAtom = atom<Query<WebhookPayloadList>>(idleQuery);

/** What the address says about the list. */
export interface PayloadsQuery {
  readonly span: Span;
  /** A part of the type, sought on the page in sight; '' for all. */
  readonly type: string;
  /** As the page before named it; '' for the newest. */
  readonly cursor: string;
}

/** Reads the list's state from the address; what makes no sense counts as absent. */
export function readPayloadsQuery(params: URLSearchParams): PayloadsQuery {
  return {
    span: SPANS.find(({ value }) => value === params.get('span'))?.value ?? 'day',
    type: params.get('type') ?? '',
    cursor: params.get('cursor') ?? '',
  };
}

/** The address of a state of the list. */
export function writePayloadsQuery({ span, type, cursor }: PayloadsQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (span !== 'day') params.set('span', span);
  if (type !== '') params.set('type', type);
  if (cursor !== '') params.set('cursor', cursor);
  return params;
}

/** The beginning of a span as the call wants it: RFC 3339, '' for everything. `now` is in ms since epoch. */
export function spanBegins(span: Span, now: number): string {
  switch (span) {
    case 'hour':
      return new Date(now - HOUR).toISOString();
    case 'day':
      return new Date(now - 24 * HOUR).toISOString();
    case 'all':
      return '';
  }
}

/** The payloads whose type contains the text, whatever the case. */
export function ofType(payloads: readonly WebhookPayload[], type: string): readonly WebhookPayload[] {
  const sought = type.trim().toLowerCase();
  return payloads.filter((payload) => payload.type.toLowerCase().includes(sought));
}

/** How many are in sight: all of the page, or those of the sought type among them. */
export function shownText(shown: number, page: number): string {
  return shown === page
    ? plural(page, 'webhook', 'webhooks')
    : `${formatCount(shown)} of the ${plural(page, 'webhook', 'webhooks')} on this page`;
}
