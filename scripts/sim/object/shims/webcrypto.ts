import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hash, hkdfSync, type KeyObject } from 'node:crypto';

import type { Random } from '../../random';

/** A key of this shim: its bytes, and Node's key object, created on first use. */
interface ShimKey {
  readonly bytes: Uint8Array;
  object: KeyObject | null;
}

/** Keys by their bytes: importing one costs more than signing with it, and the same few are imported for each message. */
const keys = new Map<string, ShimKey>();

function keyOf(bytes: Uint8Array): ShimKey {
  const name = String.fromCharCode(...bytes);
  const known = keys.get(name);
  if (known !== undefined) return known;
  const made = { bytes: new Uint8Array(bytes), object: null };
  keys.set(name, made);
  return made;
}

type Bytes = ArrayBuffer | ArrayBufferView;

const TAG_BYTES = 16;

function view(data: Bytes): Uint8Array {
  return data instanceof ArrayBuffer ? new Uint8Array(data) : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

/** Returns a separate buffer, as WebCrypto does. */
function own(data: Uint8Array): ArrayBuffer {
  return new Uint8Array(data).buffer;
}

/** The few WebCrypto algorithms that product and sandbox use, computed synchronously: the thread pool has an order of its own. */
const subtle = {
  importKey: async (_format: string, bytes: Bytes): Promise<ShimKey> => keyOf(view(bytes)),
  sign: async (_algorithm: unknown, key: ShimKey, data: Bytes): Promise<ArrayBuffer> => own(hmac(key, data)),
  verify: async (_algorithm: unknown, key: ShimKey, signature: Bytes, data: Bytes): Promise<boolean> => {
    const wanted = hmac(key, data);
    const given = view(signature);
    return wanted.byteLength === given.byteLength && wanted.every((byte, index) => byte === given[index]);
  },
  digest: async (_algorithm: unknown, data: Bytes): Promise<ArrayBuffer> => own(hash('sha256', view(data), 'buffer')),
  deriveKey: async (algorithm: { salt: Bytes; info: Bytes }, base: ShimKey): Promise<ShimKey> =>
    keyOf(new Uint8Array(hkdfSync('sha256', base.bytes, view(algorithm.salt), view(algorithm.info), 32))),
  encrypt: async (algorithm: { iv: Bytes; additionalData: Bytes }, key: ShimKey, data: Bytes): Promise<ArrayBuffer> => {
    const cipher = createCipheriv('aes-256-gcm', key.bytes, view(algorithm.iv)).setAAD(view(algorithm.additionalData));
    return joined([cipher.update(view(data)), cipher.final(), cipher.getAuthTag()]);
  },
  decrypt: async (algorithm: { iv: Bytes; additionalData: Bytes }, key: ShimKey, data: Bytes): Promise<ArrayBuffer> => {
    const sealed = view(data);
    const tag = sealed.subarray(sealed.byteLength - TAG_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', key.bytes, view(algorithm.iv)).setAAD(view(algorithm.additionalData)).setAuthTag(tag);
    return joined([decipher.update(sealed.subarray(0, sealed.byteLength - TAG_BYTES)), decipher.final()]);
  },
};

function hmac(key: ShimKey, data: Bytes): Uint8Array {
  key.object ??= createSecretKey(key.bytes);
  return createHmac('sha256', key.object).update(view(data)).digest();
}

function joined(parts: readonly Uint8Array[]): ArrayBuffer {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole.buffer;
}

/** Each byte in hexadecimal. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Creates a `crypto` that takes its randomness from `random()` at each call. */
export function createWebCrypto(random: () => Random): object {
  const fill = <T extends ArrayBufferView>(array: T): T => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    const source = random();
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = Math.floor(source.next() * 256);
    return array;
  };
  const randomUUID = (): string => {
    let hex = '';
    for (const byte of fill(new Uint8Array(16))) hex += HEX[byte] ?? '';
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  return { subtle, getRandomValues: fill, randomUUID };
}
