import { toBase64Url } from '../../platforms/key-ring';

/** 256 bits: cookies, OAuth states. */
const BYTES = 32;
const SHAPE = /^[\w-]{43}$/u;

/** Returns a new unguessable value for a cookie or an OAuth state, base64url. */
export function newOpaque(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(BYTES)));
}

/** Whether an external text has the form of one of our values. */
export function isOpaque(text: string): boolean {
  return SHAPE.test(text);
}

/** Returns what is stored instead of the value: SHA-256, base64url. Only the browser has the value itself. */
export async function hashOpaque(value: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(value))));
}
