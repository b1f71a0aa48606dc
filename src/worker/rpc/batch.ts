import { err, ok, type Result } from '../../domain/result';
import { readRawBody } from '../webhooks/raw-body';
import type { TwirpError } from './twirp-error';

/** Most calls in one request; a page starts with seven at most. */
const MAX_CALLS = 12;

/** Largest body, in bytes; the calls of a page have a few hundred. */
const MAX_BODY_BYTES = 50_000;

/** One call of a batch. */
export interface BatchedCall {
  /** `sh.Service/Method`. */
  readonly method: string;
  readonly input: object;
}

const MALFORMED: TwirpError = {
  code: 'malformed',
  message: `The body must be a JSON list of 1 to ${MAX_CALLS} objects with "method" and "input", of ${MAX_BODY_BYTES} bytes at most.`,
};

/** Reads the calls of a batch. */
export async function readBatch(request: Request): Promise<Result<readonly BatchedCall[], TwirpError>> {
  const bytes = await readRawBody(request, MAX_BODY_BYTES).catch(() => null);
  const calls = bytes === null ? undefined : parse(bytes);
  if (!Array.isArray(calls) || calls.length === 0 || calls.length > MAX_CALLS || !calls.every(isCall)) return err(MALFORMED);
  return ok(calls);
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}

function isCall(value: unknown): value is BatchedCall {
  if (typeof value !== 'object' || value === null) return false;
  const { method, input }: { method?: unknown; input?: unknown } = value;
  return typeof method === 'string' && typeof input === 'object' && input !== null;
}

/**
 * Makes the calls of a batch. The first is answered before the others start: what they show is then at least as new as what it states,
 * and a page that asks for the account's status first misses no change between the two. Returns the answers in the order of the calls.
 */
export async function makeCalls(
  calls: readonly BatchedCall[],
  make: (call: BatchedCall) => Promise<Response>,
): Promise<readonly Response[]> {
  const [first, ...others] = calls;
  if (first === undefined) return [];
  return [await make(first), ...(await Promise.all(others.map(make)))];
}

/** Returns the body of the answer to a batch. The bodies of all answers to calls are JSON, and are not parsed again. */
export async function writeBatch(accountId: string, answers: readonly Response[]): Promise<string> {
  const parts = answers.map(async (answer) => `{"status":${answer.status},"body":${await answer.text()}}`);
  return `{"account_id":${JSON.stringify(accountId)},"answers":[${(await Promise.all(parts)).join(',')}]}`;
}
