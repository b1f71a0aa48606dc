/** `gid://shopify/{type}/{number}`. */
export const gid = (type: string, id: number): string => `gid://shopify/${type}/${id}`;

/** A level's id names its location's level number and its item. */
export const levelGid = (itemId: number, locationId: number): string =>
  `gid://shopify/InventoryLevel/${locationId}?inventory_item_id=${itemId}`;

/** The number of a global id of this type, or null when it is something else. Bare numbers are no global ids. */
export function numberOf(type: string, id: string): number | null {
  const match = /^gid:\/\/shopify\/([A-Za-z]+)\/([0-9]{1,15})$/.exec(id);
  return match !== null && match[1] === type && match[2] !== undefined ? Number(match[2]) : null;
}

/** Item and location of a level's id, or null. */
export function levelOf(id: string): { itemId: number; locationId: number } | null {
  const match = /^gid:\/\/shopify\/InventoryLevel\/([0-9]{1,15})\?inventory_item_id=([0-9]{1,15})$/.exec(id);
  return match === null ? null : { locationId: Number(match[1]), itemId: Number(match[2]) };
}

/** The type name of a global id, or null. */
export const typeOf = (id: string): string | null => /^gid:\/\/shopify\/([A-Za-z]+)\/[0-9]/.exec(id)?.[1] ?? null;
