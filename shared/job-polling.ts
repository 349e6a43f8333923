/** How often a job of the gateway is polled where its server asks for nothing else: at first, and at the longest. */
export const FIRST_POLL_MS = 2_000;
export const LONGEST_POLL_MS = 10_000;
