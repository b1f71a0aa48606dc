import { formatCount } from '../../shared/formats';
import { catalog } from '../../shared/messages';

/** The texts of the fleet. */
export const text = catalog({
  'en-US': {
    title: 'Fleet',
    lead: 'All customers, with those that need attention first.',
    filters: 'Filter customers',
    allCustomers: 'All customers',
    needsAttention: 'Needs attention',
    search: 'Search customers',
    worstFirst: 'Worst first',
    customers: 'Customers',
    /** A page (from 1 on) of a list that holds `total`. */
    showing: (first: number, last: number, total: number) =>
      `Showing ${formatCount(first)} - ${formatCount(last)} of ${formatCount(total)} customers`,
    failed: 'The fleet could not be loaded.',
    failedSafe: 'Stock keeps syncing for all customers.',
    noCustomers: 'No customers yet',
    noCustomersHint: 'Customers appear here after their first sign-in.',
    noMatch: 'No matching customers',
    noMatchHint: 'Change the search or the filter.',
    showAll: 'Show all customers',
    columns: {
      customer: 'Customer',
      health: 'Health',
      since: 'Since',
      lag: 'Lag',
      lagName: 'Lag: 95% of the writes in the last 24 hours were faster',
      waiting: 'Waiting',
      waitingName: 'Waiting: age of the oldest change in progress',
      held: 'Held',
      refused: 'Refused',
      indeterminate: 'Indeterminate',
    },
    healthy: 'Healthy',
    notSetUp: 'Not set up',
    noAccess: 'No access',
  },
});
