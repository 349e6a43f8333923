import { expect, test } from 'vitest';

/** Node reads its whole client for HTTP at the first use of one of these: 15 ms, before there is a window. */
const ofTheClient = ['Headers', 'Request', 'Response', 'FormData', 'WebSocket', 'MessageEvent'] as const;

test('the core is loaded without the classes of Node’s HTTP client', async () => {
  const used: string[] = [];
  const before = ofTheClient.map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  );
  for (const [name, descriptor] of before)
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get() {
        used.push(`${name}${new Error().stack?.split('\n')[2] ?? ''}`);
        return descriptor?.get === undefined ? descriptor?.value : descriptor.get.call(globalThis);
      },
    });
  try {
    await import('../../../electron/compose');
  } finally {
    for (const [name, descriptor] of before)
      if (descriptor !== undefined) Object.defineProperty(globalThis, name, descriptor);
  }
  expect(used).toEqual([]);
});
