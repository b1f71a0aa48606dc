import { toBase64Url } from '../../platforms/key-ring';

/** 256 bits: cookies, OAuth states. */
const BYTES = 32;
const SHAPE = /^[\w-]{43}$/u;

/** A fresh unguessable value for a cookie or an OAuth state, base64url. */
export function newOpaque(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(BYTES)));
}

/** Whether a text from outside can be one of ours at all. */
export function isOpaque(text: string): boolean {
  return SHAPE.test(text);
}

/** What is stored in its place: SHA-256, base64url. The value itself is in the browser alone. */
export async function hashOpaque(value: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(value))));
}
