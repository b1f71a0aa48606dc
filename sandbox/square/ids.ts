const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns a new id in Square's style: capitals and digits, 24 of them by default. */
export function newId(length = 24): string {
  let id = '';
  for (const byte of crypto.getRandomValues(new Uint8Array(length))) id += LETTERS[byte % LETTERS.length] ?? '';
  return id;
}
