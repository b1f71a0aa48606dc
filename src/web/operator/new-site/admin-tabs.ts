/** The tabs of the operators' page, in their order. */
export const TABS = [
  { tab: 'test', label: 'Test' },
  { tab: 'tasks', label: 'Tasks' },
  { tab: 'customers', label: 'Customers' },
  { tab: 'shopify', label: 'Shopify' },
  { tab: 'square', label: 'Square' },
] as const;

/** A tab of the operators' page. */
export type AdminTab = (typeof TABS)[number]['tab'];

/** The tab that the address names; the test where it names none. */
export function readTab(params: URLSearchParams): AdminTab {
  return TABS.find(({ tab }) => tab === params.get('tab'))?.tab ?? 'test';
}
