let current = '';

/** Returns the account that this page shows; '' while it is unknown. Every call names it: see `createTransport`. */
export function pageAccount(): string {
  return current;
}

/** Sets the account that this page shows; '' while it is unknown. */
export function setPageAccount(accountId: string): void {
  current = accountId;
}
