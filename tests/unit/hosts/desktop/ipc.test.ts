import { EventEmitter } from 'node:events';
import type { WebContents, WebFrameMain } from 'electron';
import { beforeEach, describe, expect, it } from 'vitest';
import { callChannel, eventChannel } from '../../../../electron/hosts/desktop/ipc-channels';
import { serveWindow } from '../../../../electron/hosts/desktop/ipc-host';
import { maxCallBytes } from '../../../../electron/hosts/shared/limits';
import type { AppEvent } from '../../../../shared/contract';
import type { Envelope } from '../../../../shared/errors';
import { type FakeCore, fakeCore } from '../../../support/fake-core';

const origin = 'app://gatehouse';
const notices: AppEvent = { type: 'notices.changed', notices: [] };

type Frame = Pick<WebFrameMain, 'origin' | 'parent'>;
const topFrame: Frame = { origin, parent: null };

/** What `serveWindow` uses of a window, and a hand to call it with. */
class FakeContents extends EventEmitter {
  mainFrame: Frame = topFrame;
  readonly sent: unknown[][] = [];
  call: (event: { senderFrame: Frame | null }, ...args: unknown[]) => Promise<Envelope<unknown>> = () =>
    Promise.reject(new Error('nobody listens'));
  readonly ipc = {
    handle: (channel: string, handler: FakeContents['call']) => {
      if (channel === callChannel) this.call = handler;
    },
  };
  isDestroyed = () => false;
  send = (...args: unknown[]) => this.sent.push(args);
}

let core: FakeCore;
let contents: FakeContents;
beforeEach(async () => {
  core = fakeCore();
  contents = new FakeContents();
  serveWindow(contents as unknown as WebContents, Promise.resolve(core), { origin });
  await Promise.resolve();
});

const from = (senderFrame: Frame | null) => ({ senderFrame });

describe('a call from a window', () => {
  it('of our page reaches the core', async () => {
    const answer = await contents.call(from(topFrame), 'a.b', { c: [1] });
    expect(answer).toEqual({ ok: true, value: { name: 'a.b', input: { c: [1] } } });
  });

  it.each<[string, Frame | null]>([
    ['a frame that is gone', null],
    ['a frame inside our page', { ...topFrame, parent: topFrame as WebFrameMain }],
    ['another page', { ...topFrame, origin: 'https://evil.example' }],
    ['another host of our scheme', { ...topFrame, origin: 'app://gatehouse.evil' }],
    ['a page without an origin', { ...topFrame, origin: 'null' }],
  ])('by %s is refused and never reaches the core', async (_, frame) => {
    const answer = await contents.call(from(frame), 'app.snapshot', {});
    expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
    expect(core.calls).toEqual([]);
  });

  it('without a valid name is refused', async () => {
    for (const name of [undefined, null, 7, {}, ['app.snapshot']]) {
      expect(await contents.call(from(topFrame), name, {})).toMatchObject({ ok: false });
    }
    expect(core.calls).toEqual([]);
  });

  it('that JSON can’t represent is refused', async () => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    expect(await contents.call(from(topFrame), 'a', loop)).toMatchObject({ ok: false });
    expect(await contents.call(from(topFrame), 'a', 1n)).toMatchObject({ ok: false });
    expect(core.calls).toEqual([]);
  });

  it('larger than the limit is refused', async () => {
    const answer = await contents.call(from(topFrame), 'a', 'x'.repeat(maxCallBytes));
    expect(answer).toMatchObject({ ok: false, error: { message: 'The request is larger than 8 MB.' } });
    expect(core.calls).toEqual([]);
  });

  it('has the same input that a browser would send', async () => {
    await contents.call(from(topFrame), 'a', { at: new Date(0), gone: undefined, map: new Map([[1, 2]]) });
    expect(core.calls).toEqual([{ name: 'a', input: { at: '1970-01-01T00:00:00.000Z', map: {} } }]);
  });
});

describe('events', () => {
  it('are sent to our page', () => {
    core.emit(notices);
    expect(contents.sent).toEqual([[eventChannel, notices]]);
  });

  it('are not sent to any other page in the window', () => {
    contents.mainFrame = { ...topFrame, origin: 'https://evil.example' };
    core.emit(notices);
    expect(contents.sent).toEqual([]);
  });

  it('end with the window', () => {
    contents.emit('destroyed');
    expect(core.listeners.size).toBe(0);
  });
});
