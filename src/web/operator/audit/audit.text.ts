import { plural } from '../../shared/formats';
import { catalog } from '../../shared/messages';

/** The texts of the audit log. */
export const text = catalog({
  'en-US': {
    title: 'Audit log',
    lead: 'What operators viewed and changed. Entries cannot be edited or deleted.',
    failed: 'The audit log could not be loaded.',
    none: 'No entries',
    noneHint: 'What operators view and change is recorded here.',
    noMatch: 'No matching entries',
    noMatchHint: 'Change or clear the filters.',
    showAll: 'Show all entries',
    count: (entries: number) => plural(entries, 'entry', 'entries'),
    filters: {
      account: 'Account ID',
      operator: 'Operator',
      operatorExample: 'operator.myshopify.com',
      method: 'Method',
      methodExample: 'AdminSaveWebhook',
      apply: 'Apply filters',
      clear: 'Clear filters',
    },
    columns: {
      time: 'Time',
      action: 'Action',
      operator: 'Operator',
      customer: 'Customer',
      result: 'Result',
      reference: 'Reference',
    },
    onlyCustomer: 'Show only this customer',
    onlyActionsOn: (customer: string) => `Show only actions on ${customer}`,
  },
});
