/** Replaces the start of the embedded gateway: the second simulated gateway is used instead. */
export const SANDBOX_ORIGIN = 'http://sandbox.simulated';

export async function startSandbox({ apiKey }: { apiKey: string }) {
  return {
    baseUrl: `${SANDBOX_ORIGIN}/api/v1`,
    apiKey,
    expectChat: () => {},
    onExit: () => {},
    stop: async () => {},
  };
}
