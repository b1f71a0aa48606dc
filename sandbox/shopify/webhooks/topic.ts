/** Topics whose action is not only the last word. */
const IRREGULAR: Readonly<Record<string, string>> = {
  APP_SCOPES_UPDATE: 'app/scopes_update',
  FULFILLMENT_ORDERS_FULFILLMENT_REQUEST_SUBMITTED: 'fulfillment_orders/fulfillment_request_submitted',
};

/** Returns a topic as in the webhook header: INVENTORY_LEVELS_UPDATE → inventory_levels/update. */
export function wireTopic(topic: string): string {
  const irregular = IRREGULAR[topic];
  if (irregular !== undefined) return irregular;
  const name = topic.toLowerCase();
  const cut = name.lastIndexOf('_');
  return cut < 0 ? name : `${name.slice(0, cut)}/${name.slice(cut + 1)}`;
}
