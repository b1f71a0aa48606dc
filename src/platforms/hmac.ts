import { fromBase64 } from './key-ring';

/** Bytes that were signed: raw, as received. */
export type SignedBytes = Uint8Array<ArrayBuffer>;

/**
 * Returns whether `signature` is the HMAC-SHA256 of the bytes under one of the secrets. WebCrypto compares in constant
 * time. During a rotation both the current and the previous secret are valid.
 */
export async function verifyHmac(
  secrets: readonly string[],
  bytes: SignedBytes,
  signature: Uint8Array<ArrayBuffer> | null,
): Promise<boolean> {
  if (signature?.byteLength !== 32) return false;
  let valid = false;
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey('raw', toBytes(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    // No early exit: the timing must not reveal which secret matched.
    valid = (await crypto.subtle.verify('HMAC', key, signature, bytes)) || valid;
  }
  return valid;
}

/** Encodes a text as UTF-8 bytes. */
export function toBytes(text: string): SignedBytes {
  return new Uint8Array(new TextEncoder().encode(text));
}

/** Decodes a base64 signature; null when the text is not one. */
export function signatureFromBase64(text: string | null): Uint8Array<ArrayBuffer> | null {
  return text === null || !/^[A-Za-z0-9+/]{43}=$/u.test(text) ? null : fromBase64(text);
}

/** Decodes a hex signature; null when the text is not one. */
export function signatureFromHex(text: string | null): Uint8Array<ArrayBuffer> | null {
  if (text === null || !/^[0-9a-fA-F]{64}$/u.test(text)) return null;
  const bytes = new Uint8Array(32);
  for (let i = 0; i < 32; i += 1) bytes[i] = Number.parseInt(text.slice(i * 2, i * 2 + 2), 16);
  return bytes;
}
