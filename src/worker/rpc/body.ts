import type { IMessageType } from '@protobuf-ts/runtime';
import { ScalarType } from '@protobuf-ts/runtime';

import { err, ok, type Result } from '../../domain/result';
import { readRawBody } from '../webhooks/raw-body';
import type { TwirpError } from './twirp-error';

/** The two kinds of body that Twirp knows. */
export type BodyKind = 'json' | 'protobuf';

/** Largest body of a call, in bytes, far above the largest legitimate request. */
const MAX_BODY_BYTES = 1_000_000;

/** Deepest nesting of a request's message; ours nest two levels deep. */
const MAX_DEPTH = 8;

/** Returns the kind of body that a Content-Type names, or null for one that Twirp does not know. Parameters are ignored. */
export function bodyKind(contentType: string | null): BodyKind | null {
  const mediaType = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType === 'application/json') return 'json';
  return mediaType === 'application/protobuf' ? 'protobuf' : null;
}

/** Reads a request's message. Unknown JSON fields are ignored; proto names and camelCase are both accepted. */
export async function readMessage<T extends object>(
  request: Request,
  kind: BodyKind,
  type: IMessageType<T>,
): Promise<Result<T, TwirpError>> {
  // A client that disconnects in the middle of its body is not our error: as a rule nobody reads the answer.
  const bytes = await readRawBody(request, MAX_BODY_BYTES).catch(() => undefined);
  if (bytes === undefined) return err({ code: 'malformed', message: 'The body is incomplete.' });
  if (bytes === null) return err({ code: 'malformed', message: `The body is larger than ${MAX_BODY_BYTES} bytes.` });
  const message = kind === 'json' ? parseJson(bytes, type) : parseBinary(bytes, type);
  if (!message.ok) return message;
  const field = notFinite(type, message.value);
  return field === null ? message : err({ code: 'invalid_argument', message: `${field} must be a finite number.` });
}

function parseJson<T extends object>(bytes: Uint8Array, type: IMessageType<T>): Result<T, TwirpError> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
    return ok(type.fromJsonString(text, { ignoreUnknownFields: true }));
  } catch (error) {
    // A TypeError is the decoder's (not UTF-8), a SyntaxError the parser's; the runtime's own errors name the message and
    // its field ("Cannot parse JSON string for sh.TableRequest#limit").
    if (!(error instanceof Error) || error instanceof TypeError || error instanceof SyntaxError) {
      return err({ code: 'malformed', message: 'The body is not JSON.' });
    }
    return err({ code: 'malformed', message: `The body does not match ${type.typeName}: ${error.message.slice(0, 200)}` });
  }
}

function parseBinary<T extends object>(bytes: Uint8Array, type: IMessageType<T>): Result<T, TwirpError> {
  try {
    return ok(type.fromBinary(bytes));
  } catch {
    return err({ code: 'malformed', message: `The body is not a binary ${type.typeName}.` });
  }
}

/**
 * Returns the path of the first number field that is NaN or infinite (JSON writes these as "NaN" and "Infinity"); null when there is none.
 */
function notFinite(type: IMessageType<object>, message: object, depth = 0): string | null {
  const values = new Map<string, unknown>(Object.entries(message));
  for (const field of type.fields) {
    const value = values.get(field.localName);
    const all: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (field.kind === 'scalar' && (field.T === ScalarType.DOUBLE || field.T === ScalarType.FLOAT)) {
      if (all.some((one) => typeof one === 'number' && !Number.isFinite(one))) return field.name;
    }
    if (field.kind !== 'message' || depth >= MAX_DEPTH) continue;
    for (const one of all) {
      // oxlint-disable-next-line no-unsafe-argument -- the runtime types a field's message as any; it is a message
      const inner = typeof one === 'object' && one !== null ? notFinite(field.T(), one, depth + 1) : null;
      if (inner !== null) return `${field.name}.${inner}`;
    }
  }
  return null;
}

/** Writes an answer's message in the same kind as its request. JSON uses the proto's names and includes default values. */
export function writeMessage<T extends object>(kind: BodyKind, type: IMessageType<T>, message: T): { body: BodyInit; contentType: string } {
  if (kind === 'protobuf') return { body: type.toBinary(message), contentType: 'application/protobuf' };
  const body = type.toJsonString(message, { emitDefaultValues: true, useProtoFieldName: true });
  return { body, contentType: 'application/json' };
}
