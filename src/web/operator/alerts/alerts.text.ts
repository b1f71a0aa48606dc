import { plural } from '../../shared/formats';
import { catalog } from '../../shared/messages';

/** The texts of the alerts page. */
export const text = catalog({
  'en-US': {
    title: 'Alerts',
    lead: 'Health problems and failing tasks: who was notified, and when they were resolved.',
    openOnly: 'Open alerts only',
    accountOnly: (accountId: string) => `Account ${accountId} only`,
    showAllAccounts: 'Show all accounts',
    failed: 'The alerts could not be loaded.',
    none: 'No alerts',
    noneHint: 'Health problems and failing tasks appear here.',
    noneOpen: 'No open alerts',
    noneOpenHint: 'Clear “Open alerts only” to see resolved alerts.',
    count: (alerts: number) => plural(alerts, 'alert', 'alerts'),
    columns: {
      alert: 'Alert',
      raised: 'Raised',
      status: 'Status',
      operatorsNotified: 'Operators notified',
      merchantNotified: 'Merchant notified',
    },
    allCustomers: 'All customers',
    open: (lasting: string) => `Open ${lasting}`,
    resolved: (ago: string) => `Resolved ${ago}`,
  },
});
