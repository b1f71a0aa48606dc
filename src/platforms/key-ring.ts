import type { Result } from '../domain/result';
import { err, ok } from '../domain/result';

/** One key-encryption key. */
export interface RingKey {
  readonly version: number;
  /** 32 bytes. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The keys that encrypt platform tokens: the newest encrypts, all of them decrypt. */
export interface KeyRing {
  readonly newest: RingKey;
  readonly byVersion: ReadonlyMap<number, RingKey>;
}

const ENTRY = /^([1-9]\d{0,8}):([A-Za-z0-9+/_-]+={0,2})$/u;

/** Parses `1:base64,2:base64`, each key 32 random bytes. The error states what is wrong and shows no key. */
export function parseKeyRing(text: string): Result<KeyRing, string> {
  const byVersion = new Map<number, RingKey>();
  let newest: RingKey | null = null;
  for (const entry of text.split(',')) {
    const match = ENTRY.exec(entry.trim());
    if (match === null) return err('it must be like 1:base64,2:base64');
    const version = Number(match[1]);
    const bytes = fromBase64(match[2] ?? '');
    if (bytes?.byteLength !== 32) return err(`key ${version} must be 32 bytes in base64`);
    if (byVersion.has(version)) return err(`key ${version} is named twice`);
    const key = { version, bytes };
    byVersion.set(version, key);
    if (newest === null || version > newest.version) newest = key;
  }
  return newest === null ? err('it names no key') : ok({ newest, byVersion });
}

/** Decodes base64 or base64url; null when it is neither. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i += 1) bytes[i] = binary.charCodeAt(i);
    return bytes;
  } catch {
    return null;
  }
}

/** Encodes base64url without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
