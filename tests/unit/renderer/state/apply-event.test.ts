import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CoreState, nothingReported } from '../../../../renderer/state/core/apply-event';
import { transcriptOf } from '../../../../renderer/state/core/selectors';
import { defaultSettings } from '../../../../shared/app/settings';
import { textOf } from '../../../../shared/chat/parts';
import type { AppEvent } from '../../../../shared/contract';
import { aConversation, aMessage, aSnapshot } from '../../../support/records';
import { type Told, told } from '../../../support/told';

const given = (...news: Told[]): CoreState => news.reduce(told, nothingReported);

const streaming = (text = '') => aMessage({ id: 'm1', status: 'streaming', text });
const changed = (message = streaming()): AppEvent => ({ type: 'message.changed', message });
const delta = (offset: number, text: string, part: 'text' | 'reasoning' = 'text'): AppEvent => ({
  type: 'message.delta',
  conversationId: 'c1',
  messageId: 'm1',
  partId: part === 'text' ? 'm1-p1' : 'm1-p2',
  part,
  offset,
  text,
});
const saidIn = ({ live }: CoreState): string => textOf(live.m1?.parts ?? []);
const paged = (...messages: ReturnType<typeof aMessage>[]): Told => ({
  type: 'messages.paged',
  page: { conversationId: 'c1', messages, hasMore: false },
});

describe('a delta', () => {
  it('is inserted at its offset', () => {
    expect(saidIn(given(changed(), delta(0, 'Hel'), delta(3, 'lo')))).toBe('Hello');
  });

  it('changes nothing the second time, not even the identity of the state', () => {
    const once = given(changed(), delta(0, 'Hello'));
    expect(told(once, delta(0, 'Hello'))).toBe(once);
  });

  it('adds only the new part if it overlaps', () => {
    expect(saidIn(given(changed(), delta(0, 'Hell'), delta(2, 'llo')))).toBe('Hello');
  });

  it('replaces the part if it is all of it', () => {
    const whole = { ...delta(0, ''), isWhole: true } as AppEvent;
    expect(saidIn(given(changed(), delta(0, 'plan'), whole, delta(0, '42')))).toBe('42');
  });

  it('keeps reasoning separate from the text', () => {
    const { live } = given(changed(), delta(0, 'hm', 'reasoning'), delta(0, 'Yes'));
    expect(live.m1?.parts.map(({ id, type }) => [id, type])).toEqual([
      ['m1-p2', 'reasoning'],
      ['m1-p1', 'text'],
    ]);
  });

  it('of a new part goes before the part that it names', () => {
    const thought = { ...delta(0, 'hm', 'reasoning'), before: 'm1-p1' } as AppEvent;
    const { live } = given(changed(), delta(0, 'Yes'), thought);
    expect(live.m1?.parts.map(({ type }) => type)).toEqual(['reasoning', 'text']);
  });

  it('touches its part alone', () => {
    const before = given(changed(), delta(0, 'hm', 'reasoning'), delta(0, 'Yes'));
    const after = told(before, delta(3, ', it is'));
    expect(after.live.m1?.parts[0]).toBe(before.live.m1?.parts[0]);
    expect(saidIn(after)).toBe('Yes, it is');
  });

  it('waits if something before it is missing, and is applied when the page arrives', () => {
    const gapped = given(changed(), delta(0, 'He'), delta(4, 'o'));
    expect(saidIn(gapped)).toBe('He');
    expect(gapped.live.m1).toMatchObject({ pending: [{ offset: 4 }] });
    const filled = told(gapped, paged(streaming('Hell')));
    expect(filled.live.m1).toEqual({ parts: [{ id: 'm1-p1', type: 'text', text: 'Hello' }], pending: [] });
  });

  it('of a message that is not loaded or has ended changes nothing', () => {
    expect(given(delta(0, 'x'))).toBe(nothingReported);
    const ended = given(changed(aMessage({ id: 'm1', text: 'done' })));
    expect(told(ended, delta(4, '!'))).toBe(ended);
  });

  it('changes no record but the live text', () => {
    const before = given(changed());
    const next = told(before, delta(0, 'x'));
    expect(next.messages).toBe(before.messages);
    expect(next.conversations).toBe(before.conversations);
  });

  it('gives the whole text in whatever order and however often pieces and pages arrive', () => {
    const whole = 'The quick brown fox jumps over the lazy dog';
    const piece = fc.tuple(fc.nat(whole.length), fc.nat(whole.length)).map(([one, other]): Told => {
      const from = Math.min(one, other);
      return delta(from, whole.slice(from, Math.max(one, other)));
    });
    const page = fc.nat(whole.length).map((length): Told => paged(streaming(whole.slice(0, length))));
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, page)), (news) => {
        expect(whole.startsWith(saidIn(given(changed(), ...news)))).toBe(true);
        const complete = told(given(changed(), ...news), paged(streaming(whole)));
        expect(saidIn(complete)).toBe(whole);
        expect(complete.live.m1).toMatchObject({ pending: [] });
      }),
    );
  });
});

describe('a new branch beside another', () => {
  it('is added to the other’s siblings', () => {
    const siblingIds = ['m1', 'm2'];
    const state = given(changed(aMessage({ id: 'm1' })), changed(aMessage({ id: 'm2', siblingIds })));
    expect(state.messages.m1?.siblingIds).toEqual(siblingIds);
  });
});

describe('the end of a reply', () => {
  it('replaces the live text by the record', () => {
    const state = given(changed(), delta(0, 'Hel'), changed(aMessage({ id: 'm1', text: 'Hello' })));
    expect(state.live).toEqual({});
    expect(state.messages.m1?.text).toBe('Hello');
  });

  it('is not undone by a page that was read before it', () => {
    const ended = aMessage({ id: 'm1', text: 'Hello' });
    const asOf = given(changed());
    const state = told(told(asOf, changed(ended)), { ...paged(streaming('Hel')), asOf } as Told);
    expect(state.messages.m1).toBe(ended);
    expect(state.live).toEqual({});
  });
});

describe('a page', () => {
  it('that was requested before a new snapshot is ignored', () => {
    const asOf = given({ type: 'snapshot.taken', snapshot: aSnapshot() });
    const state = told(asOf, { type: 'snapshot.taken', snapshot: aSnapshot() });
    expect(told(state, { ...paged(aMessage({ id: 'm1' })), asOf } as Told)).toBe(state);
  });

  it('does not shorten a reply that has grown meanwhile', () => {
    expect(saidIn(given(changed(), delta(0, 'Hello'), paged(streaming('He'))))).toBe('Hello');
  });

  it('of the list does not undo events that arrived meanwhile', () => {
    const renamed = aConversation({ id: 'c1', title: 'New' });
    const state = given(
      { type: 'conversation.changed', conversation: renamed },
      {
        type: 'conversations.paged',
        page: {
          conversations: [aConversation({ id: 'c1', title: 'Old' }), aConversation({ id: 'c2' })],
          nextCursor: 'x',
        },
      },
    );
    expect(state.conversations.c1?.title).toBe('New');
    expect(Object.keys(state.conversations).sort()).toEqual(['c1', 'c2']);
    expect(state.listCursor).toBe('x');
  });

  it('does not bring back deleted items', () => {
    const gone: Told = { type: 'conversation.removed', conversationId: 'c1' };
    const list: Told = {
      type: 'conversations.paged',
      page: { conversations: [aConversation({ id: 'c1' })], nextCursor: null },
    };
    const state = given(changed(), gone, list, paged(aMessage({ id: 'm9' })));
    expect(state.conversations).toEqual({});
    expect(state.messages).toEqual({});
    expect(state.live).toEqual({});
  });
});

describe('a snapshot', () => {
  it('replaces everything, so that nothing of an older core stays', () => {
    const snapshot = aSnapshot({
      conversations: { conversations: [aConversation({ id: 'c2' })], nextCursor: 'n' },
    });
    const state = given(
      changed(),
      { type: 'conversation.changed', conversation: aConversation({ id: 'c1' }) },
      { type: 'snapshot.taken', snapshot },
    );
    expect(Object.keys(state.conversations)).toEqual(['c2']);
    expect(state).toMatchObject({ messages: {}, live: {}, listCursor: 'n' });
  });

  it('is what the events of the app itself change', () => {
    const settings = { ...defaultSettings, theme: 'dark', lowCredits: 1 } as const;
    const notice = { id: 'n', level: 'info', title: 't', message: 'm' } as const;
    const state = given(
      { type: 'snapshot.taken', snapshot: aSnapshot() },
      { type: 'settings.changed', settings },
      { type: 'notices.changed', notices: [notice] },
      { type: 'keychain.changed', keychain: { available: false, reason: 'locked', message: 'x' } },
    );
    expect(state.app).toMatchObject({ settings, notices: [notice], keychain: { reason: 'locked' } });
  });
});

describe('any event', () => {
  it('applied twice leaves the state as applied once', () => {
    const events: Told[] = [
      { type: 'snapshot.taken', snapshot: aSnapshot() },
      { type: 'conversation.changed', conversation: aConversation({ id: 'c1', leafId: 'm1' }) },
      changed(),
      delta(0, 'Hi'),
      paged(aMessage({ id: 'm0' })),
      changed(aMessage({ id: 'm1', text: 'Hi' })),
      { type: 'conversation.removed', conversationId: 'c1' },
    ];
    let state: CoreState = nothingReported;
    for (const event of events) {
      state = told(state, event);
      // A snapshot counts as one more, and says the same.
      expect({ ...told(state, event), round: state.round }).toEqual(state);
    }
  });
});

describe('a chat that was deleted and restored', () => {
  const conversation = aConversation({ id: 'c1' });
  const removed: AppEvent = { type: 'conversation.removed', conversationId: 'c1' };

  it('accepts its pages again', () => {
    const gone = given({ type: 'conversation.changed', conversation }, removed);
    expect(told(gone, paged(aMessage({ id: 'm1' }))).messages).toEqual({});
    const back = told(gone, { type: 'conversation.changed', conversation });
    expect(told(back, paged(aMessage({ id: 'm1' }))).messages).toHaveProperty('m1');
  });
});

describe('the transcript', () => {
  const chain = {
    a: aMessage({ id: 'a', role: 'user' }),
    b: aMessage({ id: 'b', parentId: 'a' }),
    b2: aMessage({ id: 'b2', parentId: 'a' }),
    c: aMessage({ id: 'c', parentId: 'b2', role: 'user' }),
  };

  it('is the path from the leaf up, oldest first, without other branches', () => {
    expect(transcriptOf(chain, 'c')).toEqual({ ids: ['a', 'b2', 'c'], aboveId: null, loaded: true });
  });

  it('names the first message that is not loaded', () => {
    const { a: _notLoaded, ...loaded } = chain;
    expect(transcriptOf(loaded, 'c')).toEqual({ ids: ['b2', 'c'], aboveId: 'a', loaded: true });
  });

  it('says if its end is not loaded', () => {
    expect(transcriptOf({}, 'c')).toEqual({ ids: [], aboveId: 'c', loaded: false });
    expect(transcriptOf({}, null).loaded).toBe(true);
  });
});
