let shown = '';

/** The account that this page shows, as it was told; '' while it is not known. Every call names it: see `createTransport`. */
export function pageAccount(): string {
  return shown;
}

/** From now on the page shows this account; '' when it has yet to find out. */
export function setPageAccount(accountId: string): void {
  shown = accountId;
}
