import type { WebhookPayload, WebhookPayloadList } from '../../../gen/sh/admin_pb';
import { atom } from '../../shared/state/jotai';
import { idleQuery, type Query } from '../../shared/state/remote';
import { webhooksText } from './webhooks.text';

/** Payloads per page. */
export const PAGE_SIZE = 500;

const HOUR = 3_600_000;

/** The period whose payloads are shown. */
export type Period = 'hour' | 'day' | 'all';

/** The periods as the picker lists them. */
export const PERIODS: readonly { readonly value: Period; readonly label: string }[] = [
  { value: 'hour', label: webhooksText.received.periods.hour },
  { value: 'day', label: webhooksText.received.periods.day },
  { value: 'all', label: webhooksText.received.periods.all },
];

/** The current page of payloads. */
export const payloadsAtom = atom<Query<WebhookPayloadList>>(idleQuery);

/** The state of the list in the URL. */
export interface PayloadsQuery {
  readonly period: Period;
  /** A part of the type, searched on the current page; '' for all. */
  readonly type: string;
  /** From the previous page's answer; '' for the newest. */
  readonly cursor: string;
}

/** Reads the state of the list from the URL; invalid values count as absent. */
export function readPayloadsQuery(params: URLSearchParams): PayloadsQuery {
  return {
    period: PERIODS.find(({ value }) => value === params.get('span'))?.value ?? 'day',
    type: params.get('type') ?? '',
    cursor: params.get('cursor') ?? '',
  };
}

/** Writes a state of the list for the URL. */
export function writePayloadsQuery({ period, type, cursor }: PayloadsQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (period !== 'day') params.set('span', period);
  if (type !== '') params.set('type', type);
  if (cursor !== '') params.set('cursor', cursor);
  return params;
}

/** Returns the start of a period in RFC 3339; '' for all payloads. `now` is in ms since epoch. */
export function periodStart(period: Period, now: number): string {
  switch (period) {
    case 'hour':
      return new Date(now - HOUR).toISOString();
    case 'day':
      return new Date(now - 24 * HOUR).toISOString();
    case 'all':
      return '';
  }
}

/** Returns the payloads whose type contains the text, ignoring case. */
export function filterByType(payloads: readonly WebhookPayload[], type: string): readonly WebhookPayload[] {
  const searched = type.trim().toLowerCase();
  return payloads.filter((payload) => payload.type.toLowerCase().includes(searched));
}
