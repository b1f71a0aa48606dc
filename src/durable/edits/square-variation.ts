import { err, ok, type Result } from '../../domain/result';
import type { PlatformFailure } from '../../platforms/failure';
import type { JsonRecord } from '../../platforms/json';
import type { SquareClient } from '../../platforms/square/client';
import { readVariation, upsertObject, type CatalogWriteFailure, type ReadVariation } from '../../platforms/square/edits';
import type { Calls } from '../account/calls';
import { retryWhenThrottled } from './retry-when-throttled';

/** Why a variation was not changed. `uncertain`: Square answered neither the write nor the read after it. */
export type ChangeFailure = PlatformFailure | 'gone' | 'uncertain';

/** Maximum number of tries when someone else changes the variation between our read and our write. */
const TRIES = 2;

/**
 * Changes one variation by reading it, changing the object and writing it at the version read. `change` returns the object to write, or
 * null when there is nothing to do. One at a time per seller: call it through the account's mutex.
 */
export async function changeVariation(
  calls: Calls,
  id: string,
  change: (variation: ReadVariation) => JsonRecord | null,
): Promise<Result<null, ChangeFailure>> {
  let last: PlatformFailure = { kind: 'refused', detail: 'the variation changes all the time' };
  for (let tries = 0; tries < TRIES; tries += 1) {
    const read = await retryWhenThrottled(() => calls.square((client) => readVariation(client, id)));
    if (!read.ok) return read;
    if (read.value === null) return err('gone');
    const object = change(read.value);
    if (object === null) return ok(null);
    const key = crypto.randomUUID();
    const written = await retryWhenThrottled(() => writeOnce(calls, (client) => upsertObject(client, object, key)));
    if (written.ok) return ok(null);
    if (written.error.kind === 'failed') return settle(calls, id, change, written.error);
    if (written.error.kind !== 'stale') return err(written.error);
    last = { kind: 'refused', detail: 'the variation was changed meanwhile, twice' };
  }
  return err(last);
}

/** Reads the variation after an unanswered write: a missing answer says nothing about the effect; the variation's current value does. */
async function settle(
  calls: Calls,
  id: string,
  change: (variation: ReadVariation) => JsonRecord | null,
  failure: PlatformFailure,
): Promise<Result<null, ChangeFailure>> {
  const after = await retryWhenThrottled(() => calls.square((client) => readVariation(client, id)));
  if (!after.ok) return err('uncertain');
  if (after.value === null) return err('gone');
  return change(after.value) === null ? ok(null) : err(failure);
}

/** Makes a write whose stale version does not count as a health problem of the connection. */
async function writeOnce(
  calls: Calls,
  work: (client: SquareClient) => Promise<Result<null, CatalogWriteFailure>>,
): Promise<Result<null, CatalogWriteFailure>> {
  const outcome = await calls.square<Result<null, CatalogWriteFailure>>(async (client) => {
    const result = await work(client);
    return !result.ok && result.error.kind !== 'stale' ? err(result.error) : ok(result);
  });
  return outcome.ok ? outcome.value : outcome;
}
