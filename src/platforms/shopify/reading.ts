import type { Result } from '../../domain/result';
import { err, ok } from '../../domain/result';
import type { PlatformFailure } from '../failure';
import { at, listAt, textAt } from '../json';
import type { JsonRecord } from '../json';
import type { GraphqlDocument } from './document';
import type { GraphqlAnswer, ShopifyClient } from './graphql';

/** How long no requests are sent to a closed shop (frozen, locked), in ms. */
const CLOSED_SHOP_MS = 5 * 60_000;

/** Converts an answer without data to a failure. Reads have no effect, so an ambiguous one has just failed. */
export function failureOf(answer: Exclude<GraphqlAnswer, { kind: 'data' }>): PlatformFailure {
  switch (answer.kind) {
    case 'throttled':
      return answer;
    case 'unauthorized':
      return answer;
    case 'closed':
      return { kind: 'throttled', afterMs: CLOSED_SHOP_MS, closed: answer.why };
    case 'invalid':
      return { kind: 'refused', detail: answer.detail };
    case 'ambiguous':
      return { kind: 'failed', detail: answer.detail };
  }
}

/** Runs one operation and decodes its data; when `decode` returns null, the answer does not have the documented shape. */
export async function read<T>(
  client: ShopifyClient,
  document: GraphqlDocument,
  variables: JsonRecord,
  decode: (data: JsonRecord) => T | null,
): Promise<Result<T, PlatformFailure>> {
  const answer = await client.run(document, variables);
  if (answer.kind !== 'data') return err(failureOf(answer));
  const decoded = decode(answer.data);
  return decoded === null ? err(unreadable(document)) : ok(decoded);
}

/** Returns the failure for an answer that does not match the schema. */
export function unreadable(document: GraphqlDocument): PlatformFailure {
  return { kind: 'failed', detail: `the answer to ${document.name} has another shape than documented` };
}

/** Returns the user errors of a mutation's payload as one text; '' when there are none. */
export function userErrorText(data: JsonRecord, mutation: string): string {
  const errors = listAt(data, mutation, 'userErrors') ?? [];
  return errors.map((error) => textAt(error, 'message') ?? 'no message').join('; ');
}

/** Returns the cursor of the next page of a connection, or null at the end. */
export function nextCursor(connection: unknown): string | null {
  return at(connection, 'pageInfo', 'hasNextPage') === true ? textAt(connection, 'pageInfo', 'endCursor') : null;
}
