/** The request for the subscription and its last twelve payments. */
export const SUBSCRIPTION_REQUEST = { maxTransactions: 12 };
