/** Where a person learns whether a request was charged. */

let hasBalance: () => boolean = () => false;

/** The app says here how to find out whether the gateway in use states a balance. */
export function readBalanceWith(read: () => boolean): void {
  hasBalance = read;
}

/** A sentence; a gateway without a balance has its own page for usage, and nothing here will tell. */
export const chargeHint = (): string =>
  hasBalance() ? 'The next balance will tell.' : 'Check the usage page of your gateway.';
