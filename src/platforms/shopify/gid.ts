/** Returns Shopify's global id for a type and number. */
export function toGid(type: string, number: string): string {
  return `gid://shopify/${type}/${number}`;
}

const GID = /^gid:\/\/shopify\/([A-Za-z]+)\/(\d+)(?:\?.*)?$/u;

/** Returns the number of a global id of this type; null when it is of another type or not a global id. */
export function numberOf(type: string, gid: string | null): string | null {
  const match = gid === null ? null : GID.exec(gid);
  return match?.[1] === type ? (match[2] ?? null) : null;
}
