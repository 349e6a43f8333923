/** Statuses of what is between here and the gateway, which has seen nothing of the request: what to do about each. */
const steps: Readonly<Record<number, string>> = {
  511: 'This network asks you to sign in first (511). Open any page in a web browser, sign in there, then try again.',
};

/** `null` where the gateway itself answered. A proxy’s 407 is no response for `fetch`: see `network/node-network.ts`. */
export const explainInBetween = (statusCode: number): string | null => steps[statusCode] ?? null;
