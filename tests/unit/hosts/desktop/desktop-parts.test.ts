import { describe, expect, it } from 'vitest';
import { notifyOfReplies } from '../../../../electron/hosts/desktop/notices';
import { refusedNotice } from '../../../../electron/hosts/desktop/quick-ask-notice';
import { openTargets } from '../../../../electron/hosts/desktop/start-arguments';
import { nextZoom } from '../../../../electron/hosts/desktop/zoom';
import { acceleratorOf } from '../../../../renderer/lib/accelerator';
import type { Conversation, Message } from '../../../../shared/chat/chat';
import { fakeCore } from '../../../support/fake-core';
import { aConversation, aMessage, aSnapshot } from '../../../support/records';

describe('what a start asks to open', () => {
  it('is an archive, by path or as the address that file managers pass, or a link', () => {
    expect(openTargets(['all.gatehouse', 'file:///home/me/my%20all.gatehouse'], '/tmp')).toEqual([
      { kind: 'archive', path: '/tmp/all.gatehouse' },
      { kind: 'archive', path: '/home/me/my all.gatehouse' },
    ]);
    expect(openTargets(['gatehouse://prompt?text=Hi'], '/')).toEqual([
      { kind: 'link', url: 'gatehouse://prompt?text=Hi' },
    ]);
  });

  it('is nothing else', () => {
    expect(
      openTargets(['--verbose', 'notes.txt', 'https://x.test/a', 'file://%', '-x.gatehouse'], '/'),
    ).toEqual([]);
  });
});

describe('the zoom', () => {
  it('goes in steps between its ends, and back to normal', () => {
    expect(nextZoom(100, 1)).toBe(110);
    expect(nextZoom(105, -1)).toBe(100);
    expect(nextZoom(200, 1)).toBe(200);
    expect(nextZoom(50, -1)).toBe(50);
    expect(nextZoom(175, 0)).toBe(100);
  });
});

describe('a global key', () => {
  const pressed = (code: string, part: Partial<Parameters<typeof acceleratorOf>[0]> = {}) =>
    acceleratorOf({ code, ctrlKey: false, altKey: false, shiftKey: false, metaKey: false, ...part });

  it('is written as Electron takes it', () => {
    expect(pressed('Space', { altKey: true })).toBe('Alt+Space');
    expect(pressed('KeyG', { ctrlKey: true, shiftKey: true })).toBe('Control+Shift+G');
    expect(pressed('F9')).toBe('F9');
  });

  it('is never one that typing needs', () => {
    expect(pressed('KeyG')).toBeNull();
    expect(pressed('KeyG', { shiftKey: true })).toBeNull();
    expect(pressed('ControlLeft', { ctrlKey: true })).toBeNull();
  });

  it('that the system does not give out is named, under Wayland with the way that is left', () => {
    const underX = refusedNotice('F9', { XDG_SESSION_TYPE: 'x11' });
    expect(underX.title).toBe('F9 can’t be used for quick ask.');
    expect(underX.message).toContain('Choose another key');
    const underWayland = refusedNotice('F9', { XDG_SESSION_TYPE: 'wayland' });
    expect(underWayland.message).toContain('gatehouse --quick-ask');
    expect(underWayland.message).not.toContain('Choose another key');
  });
});

describe('a reply that ends while nobody looks', () => {
  async function watch({ isInFront = false, conversation = {} as Partial<Conversation> } = {}) {
    const core = fakeCore();
    const told: string[] = [];
    const opened: string[] = [];
    let click: () => void = () => undefined;
    const known = { ...aConversation({ id: 'c1', title: 'Boats' }), owner: null, ...conversation };
    await notifyOfReplies(
      {
        ...core,
        call: async (name) => ({ ok: true, value: name === 'app.snapshot' ? aSnapshot({}) : known }),
      },
      {
        isInFront: () => isInFront,
        notify: (title, body, onClick) => {
          told.push(`${title} | ${body}`);
          click = onClick;
        },
        open: (place) => opened.push(place),
      },
    );
    const end = async (part: Partial<Message>) => {
      const message = aMessage({
        id: 'm1',
        conversationId: 'c1',
        createdAt: 1000,
        text: 'Long ago',
        ...part,
      });
      core.emit({ type: 'message.changed', message: { ...message, status: 'streaming' } });
      core.emit({ type: 'message.changed', message });
      await Promise.resolve();
      await Promise.resolve();
    };
    return { end, told, opened, click: () => click() };
  }

  it('is told where it took long, and a click leads to it', async () => {
    const { end, told, opened, click } = await watch();
    await end({ finishedAt: 12_000 });
    expect(told).toEqual(['Reply ready: Boats | Long ago']);
    click();
    expect(opened).toEqual(['#/chat/c1']);
  });

  it('is told with its early end', async () => {
    const { end, told } = await watch();
    await end({ finishedAt: 12_000, status: 'interrupted' });
    expect(told).toEqual(['Reply ended early: Boats | Long ago']);
  });

  it('is not told where it was short, stopped, seen, or one of many', async () => {
    const short = await watch();
    await short.end({ finishedAt: 4000 });
    const stopped = await watch();
    await stopped.end({ finishedAt: 12_000, status: 'stopped' });
    const seen = await watch({ isInFront: true });
    await seen.end({ finishedAt: 12_000 });
    const ofBatch = await watch({ conversation: { owner: { kind: 'batch', id: 'b1' } } });
    await ofBatch.end({ finishedAt: 12_000 });
    expect([short, stopped, seen, ofBatch].flatMap(({ told }) => told)).toEqual([]);
  });
});
