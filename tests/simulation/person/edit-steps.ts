/** What the person does with the messages of a chat: edits, inserts, moves, leaves out, takes back, and runs from any. */
import type { Message } from '../../../shared/chat/chat';
import type { MessageRole } from '../../../shared/chat/parts';
import type { CommandInput } from '../../../shared/contract';
import { markerOf } from '../far/account';
import { askedIn } from '../far/chat';
import type { Run } from '../run-state';
import type { Random } from '../world/random';
import { ask, askConfirming, describe } from './call';
import { anyConversation, messagesOf } from './chat-steps';
import type { Act } from './step';

/** Some in a chat that has messages. */
async function anyMessages(run: Run, random: Random): Promise<readonly Message[]> {
  const conversationId = await anyConversation(run, random);
  return conversationId === null ? [] : await messagesOf(run, conversationId);
}

const anyRole = (random: Random): MessageRole =>
  random.weighted({ user: 5, assistant: 4, system: 2, developer: 1 });

/** It names an intent of its own, which is confirmed only with a run from there. */
const writtenParts = (random: Random, id: string) => [
  {
    type: 'text' as const,
    text: random.chance(0.1) ? random.pick(['', ' ', '\n']) : `Instead intent-${id}, please.`,
  },
];

type Edit = 'chat.editMessage' | 'chat.insertMessages' | 'chat.moveMessage' | 'chat.removeMessage';

/** Pressed twice at once, it is one edit. */
async function edit<Name extends Edit>(
  run: Run,
  random: Random,
  name: Name,
  input: CommandInput<Name>,
): Promise<string> {
  const [answer] = await Promise.all([
    ask(run, name, input),
    random.chance(0.15) ? ask(run, name, input) : null,
  ]);
  return `${name}: ${describe<unknown>(answer)}`;
}

const change: Act = async (run, random, id) => {
  const messages = await anyMessages(run, random);
  if (messages.length === 0) return 'has no message to edit';
  const role = random.chance(0.25) ? anyRole(random) : undefined;
  const parts = role === undefined || random.chance(0.5) ? writtenParts(random, id) : undefined;
  const messageId = random.pick(messages).id;
  const changed = { ...(role !== undefined && { role }), ...(parts !== undefined && { parts }) };
  return await edit(run, random, 'chat.editMessage', { editId: random.uuid(), messageId, ...changed });
};

const insert: Act = async (run, random, id) => {
  const messages = await anyMessages(run, random);
  if (messages.length === 0) return 'has no chat to insert messages in';
  const nextTo = random.chance(0.1) ? null : random.pick(messages);
  const added = Array.from({ length: random.int(1, 3) }, (_, at) => ({
    role: anyRole(random),
    parts: writtenParts(random, `${id}-i${at}`),
  }));
  const place = random.pick(['before', 'after'] as const);
  const conversationId = messages[0]?.conversationId ?? '';
  const where = { conversationId, nextTo: nextTo?.id ?? null, place };
  return await edit(run, random, 'chat.insertMessages', {
    ...where,
    editId: random.uuid(),
    messages: added,
  });
};

const move: Act = async (run, random) => {
  const messages = await anyMessages(run, random);
  if (messages.length < 2) return 'has no message to move';
  const [moved, nextTo] = [random.pick(messages).id, random.pick(messages).id];
  const place = random.pick(['before', 'after'] as const);
  const input = { editId: random.uuid(), messageId: moved, nextTo, place };
  return await edit(run, random, 'chat.moveMessage', input);
};

const leaveOut: Act = async (run, random) => {
  const messages = await anyMessages(run, random);
  if (messages.length === 0) return 'has no message to leave out';
  const input = { editId: random.uuid(), messageId: random.pick(messages).id };
  return await edit(run, random, 'chat.removeMessage', input);
};

const undo: Act = async (run, random) => {
  const conversationId = await anyConversation(run, random);
  if (conversationId === null) return 'has no edit to undo';
  return `undoes an edit: ${describe(await ask(run, 'chat.undoEdit', { conversationId }))}`;
};

/** What is asked then is the newest text of the person above that place: examples keep several in one message, as they are sent. */
const runHere: Act = async (run, random) => {
  const messages = await anyMessages(run, random);
  const at = random.int(0, Math.max(0, messages.length - 1));
  const message = messages[at];
  const asked = messages.slice(0, at + 1).findLast(({ role }) => role === 'user');
  const content = asked?.parts.filter(({ type }) => type === 'text');
  const marker = markerOf(askedIn({ messages: [{ role: 'user', content: content ?? '' }] }));
  if (!message || marker === null) return 'has no message to run from';
  run.intents.allow(marker, 'any');
  run.intents.noteAgain(marker, 'sim/chat');
  const beginning = random.chance(0.3) ? 'Well, the boat' : undefined;
  const input = { messageId: message.id, replyId: random.uuid(), model: 'sim/chat', beginning };
  const answer = await askConfirming(run, random, 'chat.run', input);
  if (answer.is === 'refused') run.intents.takeBack(marker);
  return `runs from a message (${message.role}) for ${marker}: ${describe(answer)}`;
};

export const editSteps = {
  ...{ edit: change, insert, move, 'leave-out': leaveOut, undo, 'run-here': runHere },
} satisfies Record<string, Act>;
