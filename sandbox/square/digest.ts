/** Returns a 64-bit digest of a text, enough to distinguish requests. Not for secrets. */
export function digest(source: string): string {
  let [low, high] = [0x811c_9dc5, 0x1234_5677];
  for (let index = 0; index < source.length; index += 1) {
    low = Math.imul(low ^ source.charCodeAt(index), 0x0100_0193);
    high = Math.imul(high ^ source.charCodeAt(index), 0x85eb_ca6b);
  }
  return `${(low >>> 0).toString(36)}.${(high >>> 0).toString(36)}`;
}
