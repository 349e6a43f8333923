import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { connect } from '../../../../renderer/link/call';
import { generate, retryJob } from '../../../../renderer/media/job-actions';
import { useCoreState } from '../../../../renderer/state/core/core-state';
import { createPresses, ONE_PRESS_MS } from '../../../../renderer/state/one-press';
import { formOf, setForm } from '../../../../renderer/state/ui/forms';
import { defaultSettings } from '../../../../shared/app/settings';

const call = vi.fn();

beforeAll(() => {
  vi.stubGlobal('window', { bridge: { call, subscribe: () => () => {} } });
  connect();
});
afterAll(() => vi.unstubAllGlobals());

describe('a press', () => {
  test('is repeated for a second, and by the same request only', () => {
    let atMs = 0;
    const presses = createPresses(() => atMs);
    expect(presses.isRepeated('video', 'a boat')).toBe(false);
    presses.accepted('video', 'a boat');
    atMs = ONE_PRESS_MS - 1;
    expect(presses.isRepeated('video', 'a boat')).toBe(true);
    expect(presses.isRepeated('video', 'a lake')).toBe(false);
    expect(presses.isRepeated('image', 'a boat')).toBe(false);
    atMs = ONE_PRESS_MS;
    expect(presses.isRepeated('video', 'a boat')).toBe(false);
  });
});

describe('Generate', () => {
  const clearing = (clearPrompt: boolean) =>
    useCoreState.setState({
      app: { settings: { ...defaultSettings, clearPrompt }, presets: [], catalogue: { models: [] } } as never,
    });
  let number = 0;
  beforeEach(() => {
    call.mockReset().mockResolvedValue({ ok: true, value: null });
    clearing(false);
    // Another prompt for each test: the last press of one is no press of the next.
    setForm('video', { text: `Neon koi ${++number}`, model: 'a/video', sending: false, attempt: undefined });
  });

  test('sends a pressed prompt once, keeps it, and sends it again a second later', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1_000_000);
    expect(await generate('video')).toBe(true);
    expect(await generate('video')).toBe(false);
    expect(call).toHaveBeenCalledTimes(1);
    expect(formOf('video').text).toBe(`Neon koi ${number}`);
    now.mockReturnValue(1_000_000 + ONE_PRESS_MS);
    expect(await generate('video')).toBe(true);
    const ids = call.mock.calls.map(([, request]) => (request as { id: string }).id);
    expect(new Set(ids).size).toBe(2);
    now.mockRestore();
  });

  test('sends nothing from an emptied form, unless the person says so', async () => {
    clearing(true);
    expect(await generate('video')).toBe(true);
    expect(formOf('video').text).toBe('');
    expect(await generate('video')).toBe(false);
    expect(call).toHaveBeenCalledTimes(1);
    expect(await generate('video', true)).toBe(true);
    expect(call.mock.lastCall?.[1]).toMatchObject({ prompt: '' });
  });

  test('needs a prompt for what can’t be made without one', async () => {
    setForm('image', { text: ' ', model: 'an/image' });
    expect(await generate('image', true)).toBe(false);
    expect(call).not.toHaveBeenCalled();
  });

  test('and Retry are one request by a double click', async () => {
    await retryJob('job');
    expect(await retryJob('job')).toBeNull();
    expect(call).toHaveBeenCalledTimes(1);
  });
});
