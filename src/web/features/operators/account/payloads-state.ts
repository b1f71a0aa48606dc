import type { WebhookPayload, WebhookPayloadList } from '../../../../gen/sh/admin_pb';
import { atom } from '../../../state/jotai';
import { unasked, type Asked } from '../../../state/remote';

/** The most payloads that are shown at once. */
export const MOST_PAYLOADS = 500;

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
export const payloadsAtom = atom<Asked<WebhookPayloadList>>(unasked);

/** What the address says about the list. */
export interface PayloadsQuery {
  readonly span: Span;
  /** A part of the type; '' for all. */
  readonly type: string;
}

/** Reads the list's state from the address; what makes no sense counts as absent. */
export function readPayloadsQuery(params: URLSearchParams): PayloadsQuery {
  return { span: SPANS.find(({ value }) => value === params.get('span'))?.value ?? 'day', type: params.get('type') ?? '' };
}

/** The address of a state of the list. */
export function writePayloadsQuery({ span, type }: PayloadsQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (span !== 'day') params.set('span', span);
  if (type !== '') params.set('type', type);
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
