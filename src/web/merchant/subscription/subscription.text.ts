import { catalog } from '../../shared/messages';

/** The texts of the subscription page and its dialogs. */
export const text = catalog({
  'en-US': {
    title: 'Subscription',
    lead: 'One plan: $49.99 every 30 days, with a 14-day trial and a 60-day money back guarantee.',
    loadFailed: 'Your subscription could not be loaded.',
    free: 'There is nothing to pay.',
    freeAdvice: 'This installation of Shelfbridge is free, and your access does not end.',
    notSubscribed: 'You are not subscribed',
    accessUntil: (day: string) => `You can use Shelfbridge, and your stock keeps syncing, until ${day}.`,

    shopifyId: 'Shopify Id',
    name: 'Name',
    status: 'Status',
    active: 'Active',
    inactive: 'Inactive',
    monthlyAmount: 'Monthly Amount',
    nextBillingDate: 'Next Billing Date',
    none: 'No Current Subscription',
    locked: 'A subscription cannot be changed while impersonating.',
    subscribe: 'Subscribe',
    subscribeNote: 'Nothing is charged until you confirm on Shopify.',
    testNote: 'This is a test subscription. It is never charged.',

    cancelSubscription: 'Cancel Subscription',
    cancelLead: 'Your access and stock sync continue to the end of the billing cycle. We charge nothing after that.',
    keep: 'Keep Subscription',
    cancelMySubscription: 'Cancel My Subscription',
    reason: 'Why are you leaving?',
    reasonHint: 'Optional. We read every answer.',
    canceled: 'Your subscription is canceled.',

    payments: 'Payment history',
    noPayments: '[No Transactions]',
    date: 'Date',
    transactionId: 'Transaction Id',
    amount: 'Amount',
  },
});
