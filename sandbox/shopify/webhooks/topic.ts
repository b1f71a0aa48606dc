/** Names whose last word is not the action alone. */
const IRREGULAR: Readonly<Record<string, string>> = {
  APP_SCOPES_UPDATE: 'app/scopes_update',
  FULFILLMENT_ORDERS_FULFILLMENT_REQUEST_SUBMITTED: 'fulfillment_orders/fulfillment_request_submitted',
};

/** A topic as it stands in the header: INVENTORY_LEVELS_UPDATE → inventory_levels/update. */
export function wireTopic(topic: string): string {
  const irregular = IRREGULAR[topic];
  if (irregular !== undefined) return irregular;
  const name = topic.toLowerCase();
  const cut = name.lastIndexOf('_');
  return cut < 0 ? name : `${name.slice(0, cut)}/${name.slice(cut + 1)}`;
}
