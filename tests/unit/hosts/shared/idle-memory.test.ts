import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createIdleMemory, IDLE_MS, type IdleMemory } from '../../../../electron/idle-memory';

let memory: IdleMemory | undefined;
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  memory?.stop();
  vi.useRealTimers();
});

/** Something that only the collector can take away. What a weak reference was asked for stays until the turn ends. */
async function leftOver(): Promise<() => Promise<boolean>> {
  const reference = new WeakRef({ of: 'a busy minute' });
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  await turn();
  return async () => {
    const isHere = reference.deref() !== undefined;
    await turn();
    return isHere;
  };
}

test('what is left over is collected once nothing has happened for a while', async () => {
  memory = createIdleMemory();
  const isHere = await leftOver();
  vi.advanceTimersByTime(IDLE_MS - 1);
  memory.touch();
  vi.advanceTimersByTime(IDLE_MS - 1);
  expect(await isHere()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(await isHere()).toBe(false);
});

test('nothing is collected while something runs, however quietly', async () => {
  let isBusy = true;
  memory = createIdleMemory(() => isBusy);
  const isHere = await leftOver();
  vi.advanceTimersByTime(3 * IDLE_MS);
  expect(await isHere()).toBe(true);
  isBusy = false;
  vi.advanceTimersByTime(IDLE_MS);
  expect(await isHere()).toBe(false);
});

test('nothing is collected after the end', async () => {
  memory = createIdleMemory();
  const isHere = await leftOver();
  memory.stop();
  vi.advanceTimersByTime(2 * IDLE_MS);
  expect(await isHere()).toBe(true);
});
