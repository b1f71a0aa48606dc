const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A fresh id in Square's style: capitals and digits, 24 of them unless told otherwise. */
export function newId(length = 24): string {
  let id = '';
  for (const byte of crypto.getRandomValues(new Uint8Array(length))) id += LETTERS[byte % LETTERS.length] ?? '';
  return id;
}
