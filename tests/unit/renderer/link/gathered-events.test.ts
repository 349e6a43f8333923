import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Connection, Host } from '../../../../renderer/link/bridge';
import { withGatheredEvents } from '../../../../renderer/link/call';
import type { AppEvent } from '../../../../shared/contract';

const cleared: AppEvent = { type: 'calls.cleared' };
const removed = (conversationId: string): AppEvent => ({ type: 'conversation.removed', conversationId });
const delta: AppEvent = {
  type: 'message.delta',
  conversationId: 'chat',
  messageId: 'reply',
  partId: 'reply-p1',
  part: 'text',
  offset: 0,
  text: 'Quay',
};

/** A host that says what a test lets it say. */
function openHost() {
  let emit: (event: AppEvent) => void = () => undefined;
  let report: (connection: Connection) => void = () => undefined;
  const host: Host = {
    call: async () => ({ ok: true, value: null }),
    subscribe: (listener) => {
      emit = listener;
      return () => undefined;
    },
    watch: (listener) => {
      report = listener;
    },
  };
  const gathered = withGatheredEvents(host);
  const heard: (AppEvent | Connection)[] = [];
  gathered.subscribe((event) => heard.push(event));
  gathered.watch((connection) => heard.push(connection));
  return {
    ...{ gathered, heard },
    emit: (event: AppEvent) => emit(event),
    report: (connection: Connection) => report(connection),
  };
}

/** Resolves once what was posted to another turn has been handled. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
}

test('events of one turn are passed on together, in their order', async () => {
  const { emit, heard, gathered } = openHost();
  const together: number[] = [];
  let passed = 0;
  gathered.subscribe(() => {
    passed += 1;
    queueMicrotask(() => together.push(passed));
  });
  emit(removed('one'));
  await Promise.resolve();
  emit(removed('two'));
  emit(cleared);
  expect(heard, 'they wait for the next turn').toEqual([]);
  await turns();
  expect(heard).toEqual([removed('one'), removed('two'), cleared]);
  expect(together, 'nothing is drawn between them').toEqual([3, 3, 3]);
});

test('text is passed on at once, after everything that came before it', () => {
  const { emit, heard } = openHost();
  emit(removed('one'));
  emit(delta);
  expect(heard).toEqual([removed('one'), delta]);
});

test('an answer does not overtake the events before it', async () => {
  const { emit, heard, gathered } = openHost();
  const answer = gathered.call('app.snapshot', {});
  emit(removed('one'));
  await answer;
  expect(heard).toEqual([removed('one')]);
});

test('events before a lost connection are passed on before it is reported', () => {
  const { emit, heard, report } = openHost();
  emit(removed('one'));
  report('lost');
  expect(heard).toEqual([removed('one'), 'lost']);
});
