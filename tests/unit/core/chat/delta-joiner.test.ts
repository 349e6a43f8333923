import { expect, test } from 'vitest';
import { createDeltaJoiner } from '../../../../electron/core/chat/delta-joiner';
import { growReply, startLiveReply } from '../../../../electron/core/chat/live-reply';
import type { Clock } from '../../../../electron/core/ports/clock';
import { textOf } from '../../../../shared/chat/parts';
import type { AppEvent } from '../../../../shared/contract';

/** A clock that is moved by the test. */
function handClock() {
  let now = 0;
  let timers: { at: number; run: () => void }[] = [];
  const clock: Clock = {
    now: () => now,
    newId: () => 'id',
    random: () => 0,
    setTimer(milliseconds, run) {
      const timer = { at: now + milliseconds, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
  };
  const advance = (milliseconds: number) => {
    now += milliseconds;
    const due = timers.filter(({ at }) => at <= now);
    timers = timers.filter(({ at }) => at > now);
    for (const { run } of due) run();
  };
  return { clock, advance };
}

function startReply() {
  const told: Extract<AppEvent, { type: 'message.delta' }>[] = [];
  const { clock, advance } = handClock();
  const live = startLiveReply('reply', 'chat');
  const joiner = createDeltaJoiner(
    live,
    clock,
    (event) => event.type === 'message.delta' && told.push(event),
  );
  const write = (text: string) => {
    growReply(live, { text, reasoning: '' });
    joiner.touch();
  };
  return { told, advance, live, joiner, write };
}

test('the first text is reported at once', () => {
  const { told, write } = startReply();
  write('First');
  expect(told.map(({ text, offset }) => [offset, text])).toEqual([[0, 'First']]);
});

test('a second of fast deltas is at most twenty-one events, which join to the text', () => {
  const { told, advance, live, joiner, write } = startReply();
  for (let millisecond = 0; millisecond < 1_000; millisecond += 1) {
    write(`${millisecond} `);
    advance(1);
  }
  joiner.end();
  expect(told.length).toBeLessThanOrEqual(21);
  expect(told.map(({ text }) => text).join('')).toBe(textOf(live.parts));
});

test('after a pause the next text is reported at once again', () => {
  const { told, advance, write } = startReply();
  write('one');
  advance(50);
  advance(50);
  write(' two');
  expect(told.map(({ text }) => text)).toEqual(['one', ' two']);
});

test('a text that was replaced is emitted whole, the empty one too', () => {
  const { live, joiner, told, advance } = startReply();
  growReply(live, { text: 'plan', reasoning: '' });
  joiner.touch();
  growReply(live, { text: '', reasoning: 'plan', isWhole: true });
  joiner.touch();
  advance(50);
  growReply(live, { text: '42', reasoning: '' });
  joiner.end();
  expect(told.map(({ part, offset, text, isWhole = false }) => [part, offset, text, isWhole])).toEqual([
    ['text', 0, 'plan', false],
    ['text', 0, '', true],
    ['reasoning', 0, 'plan', true],
    ['text', 0, '42', false],
  ]);
  // What comes after the thinking is another part than what turned out to be thinking.
  expect(told.map(({ partId }) => partId)).toEqual(['reply-p1', 'reply-p1', 'reply-p2', 'reply-p3']);
});

test('half an emoji waits for its other half, and for the end where none comes', () => {
  const { told, advance, joiner, write } = startReply();
  write('\ud83d');
  advance(50);
  expect(told).toEqual([]);
  write('\ude00 drifts \ud83d');
  advance(50);
  joiner.end();
  expect(told.map(({ text, offset }) => [offset, text])).toEqual([
    [0, '😀 drifts '],
    [10, '\ud83d'],
  ]);
});
