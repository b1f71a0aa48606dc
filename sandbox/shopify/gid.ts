/** Returns `gid://shopify/{type}/{number}`. */
export const gid = (type: string, id: number): string => `gid://shopify/${type}/${id}`;

/** Returns a level's id, which contains its location's number and its item. */
export const levelGid = (itemId: number, locationId: number): string =>
  `gid://shopify/InventoryLevel/${locationId}?inventory_item_id=${itemId}`;

/** Returns the number of a global id of this type, or null for anything else. Bare numbers are not global ids. */
export function numberOf(type: string, id: string): number | null {
  const match = /^gid:\/\/shopify\/([A-Za-z]+)\/([0-9]{1,15})$/.exec(id);
  return match !== null && match[1] === type && match[2] !== undefined ? Number(match[2]) : null;
}

/** Returns item and location of a level's id, or null. */
export function levelOf(id: string): { itemId: number; locationId: number } | null {
  const match = /^gid:\/\/shopify\/InventoryLevel\/([0-9]{1,15})\?inventory_item_id=([0-9]{1,15})$/.exec(id);
  return match === null ? null : { locationId: Number(match[1]), itemId: Number(match[2]) };
}

/** Returns the type name of a global id, or null. */
export const typeOf = (id: string): string | null => /^gid:\/\/shopify\/([A-Za-z]+)\/[0-9]/.exec(id)?.[1] ?? null;
