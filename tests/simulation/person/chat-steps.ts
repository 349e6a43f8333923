/** What the person does in chats. */
import type { Message } from '../../../shared/chat/chat';
import type { RunSettings } from '../../../shared/run/chat-settings';
import { sleep } from '../drive';
import { markerOf } from '../far/account';
import { png, wav } from '../far/media';
import { markerOfRequest } from '../rules/money';
import type { Run } from '../run-state';
import type { Random } from '../world/random';
import { ask, askConfirming, describe, read } from './call';
import { drawExtra } from './extra';
import type { Typed } from './memory';
import type { Act } from './step';

export async function anyConversation(run: Run, random: Random): Promise<string | null> {
  const page = await read(run, 'conversations.list', { cursor: null, limit: 50 });
  const ids = page?.conversations.map(({ id }) => id).sort() ?? [];
  return ids.length === 0 ? null : random.pick(ids);
}

export const messagesOf = async (run: Run, conversationId: string): Promise<readonly Message[]> =>
  (await read(run, 'messages.page', { conversationId, beforeId: null, limit: 200 }))?.messages ?? [];

export function settingsOf(random: Random) {
  const extra = drawExtra(random);
  return {
    ...(random.chance(0.8) && { stream: true }),
    ...(Object.keys(extra).length > 0 && { extra }),
    ...(random.chance(0.08) && { systemPrompt: random.pick(['\n', '  ', 'Be brief.']) }),
  };
}

const attached: Readonly<Record<string, (random: Random) => Uint8Array>> = {
  'boat.png': (random) => png(random).bytes,
  'voice.wav': (random) => wav(random).bytes,
  'report.pdf': (random) => Buffer.from(`%PDF-1.4\n% ${random.uuid()}\n%%EOF\n`),
};

/** A file that goes with a message; nothing where the app could not take it. */
async function attach(run: Run, random: Random) {
  const name = random.pick(Object.keys(attached));
  const bytes = attached[name]?.(random) ?? new Uint8Array();
  const input = { name, base64: Buffer.from(bytes).toString('base64') };
  const kept = await read(run, 'attachments.add', input);
  return kept === null ? [] : [{ id: kept.id, name: kept.name }];
}

const send: Act = (run, random, id) => sendWith(run, random, id, settingsOf(random));

/** @param settings of the message, and of the chat from then on */
export async function sendWith(
  run: Run,
  random: Random,
  id: string,
  settings: ReturnType<typeof settingsOf> & Pick<RunSettings, 'tools'>,
): Promise<string> {
  const marker = `intent-${id}`;
  const isNew = random.chance(0.5);
  const conversationId = isNew ? null : await anyConversation(run, random);
  const text = `Please answer ${marker} in a few words.`;
  const messageId = random.uuid();
  const attachments = random.chance(0.15) ? await attach(run, random) : [];
  const input = {
    conversationId,
    messageId,
    text,
    attachments,
    model: random.chance(0.1) ? 'typed/by-hand' : 'sim/chat',
    settings,
  };
  run.intents.allow(marker, 'any');
  run.intents.note(marker, { model: input.model, count: 1 });
  const isDoubled = random.chance(0.15);
  if (conversationId !== null) run.memory.chosen.delete(conversationId);
  const [sent] = await Promise.all([
    askConfirming(run, random, 'chat.send', input),
    isDoubled ? ask(run, 'chat.send', input) : null,
  ]);
  if (sent.is === 'ok') {
    const known = { id: messageId, text, conversationId: sent.value.conversationId };
    run.memory.messages.set(messageId, known);
    run.memory.chosen.delete(known.conversationId);
  }
  if (sent.is === 'refused' && !isDoubled) run.intents.takeBack(marker);
  return `sends ${marker}${isDoubled ? ' twice at once' : ''} ${conversationId === null ? 'in a new chat' : 'in a chat'}: ${describe(sent)}`;
}

const stop: Act = async (run, random) => {
  const conversationId = await anyConversation(run, random);
  if (conversationId === null) return 'has no chat to stop';
  const writing = (await messagesOf(run, conversationId)).find(({ status }) => status === 'streaming');
  if (!writing) return 'has no reply to stop';
  return `stops a reply: ${describe(await ask(run, 'chat.stop', { messageId: writing.id }))}`;
};

/** The newest reply of a chat, and the intent of the very message it answers. */
export async function newestReply(run: Run, random: Random) {
  const conversationId = await anyConversation(run, random);
  if (conversationId === null) return null;
  const messages = await messagesOf(run, conversationId);
  const reply = messages.findLast(({ role }) => role === 'assistant');
  const at = messages.findIndex(({ id }) => id === reply?.id);
  const marker = markerOf(
    messages.slice(0, Math.max(0, at)).findLast(({ role }) => role === 'user')?.text ?? '',
  );
  return reply && marker ? { reply, marker } : null;
}

/** A later message may have given the chat another model, and be deleted by now: asked again, the reply is of that one. */
export async function noteModel(
  run: Run,
  { reply, marker }: { reply: Message; marker: string },
): Promise<void> {
  const chat = await read(run, 'conversations.get', { id: reply.conversationId });
  if (chat?.model) run.intents.noteAgain(marker, chat.model);
}

const regenerate: Act = async (run, random) => {
  const found = await newestReply(run, random);
  if (!found) return 'has no reply to ask for again';
  const chat = await read(run, 'conversations.get', { id: found.reply.conversationId });
  run.intents.allow(found.marker, 'any', 1 + (chat?.settings.tools?.loop?.rounds ?? 0));
  await noteModel(run, found);
  const input = { messageId: found.reply.id, replyId: random.uuid() };
  const answer = await ask(run, 'chat.regenerate', input);
  if (answer.is === 'refused') run.intents.takeBack(found.marker);
  return `asks again for ${found.marker}: ${describe(answer)}`;
};

const goOn: Act = async (run, random) => {
  const found = await newestReply(run, random);
  if (!found || found.reply.text === '') return 'has no reply to continue';
  run.intents.allow(found.marker, 'any');
  run.memory.continued.add(found.reply.id);
  await noteModel(run, found);
  const input = { messageId: found.reply.id, intentId: random.uuid() };
  const answer = await ask(run, 'chat.continue', input);
  if (answer.is === 'refused') run.intents.takeBack(found.marker);
  return `continues the reply to ${found.marker}: ${describe(answer)}`;
};

const enqueue: Act = async (run, random, id) => {
  const conversationId = await anyConversation(run, random);
  if (conversationId === null) return 'has no chat to queue a message in';
  return await enqueueIn(run, random, conversationId, `intent-${id}`);
};

async function enqueueIn(run: Run, random: Random, conversationId: string, marker: string): Promise<string> {
  const text = `And then ${marker}, please.`;
  const messageId = random.uuid();
  run.intents.allow(marker, 'any');
  const input = { conversationId, messageId, text, model: 'sim/chat', settings: settingsOf(random) };
  const answer = await ask(run, 'chat.enqueue', input);
  if (answer.is === 'ok') run.memory.queued.set(messageId, { id: messageId, text, conversationId });
  if (answer.is === 'refused') run.intents.takeBack(marker);
  return `queues ${marker}: ${describe(answer)}`;
}

const dequeue: Act = async (run, random) => {
  const waiting = [...run.memory.queued.values()];
  if (waiting.length === 0) return 'has no queued message';
  const { id } = random.pick(waiting);
  run.memory.removed.add(id);
  return `takes a queued message back: ${describe(await ask(run, 'chat.dequeue', { messageId: id }))}`;
};

const draft: Act = async (run, random, id) => {
  const conversationId = random.chance(0.4) ? null : await anyConversation(run, random);
  const text = `A draft of ${id}`;
  // Until it has answered, either text may be the one that is kept.
  run.memory.drafts.delete(conversationId ?? '');
  const answer = await ask(run, 'conversations.saveDraft', { id: conversationId, text });
  if (answer.is === 'ok') run.memory.drafts.set(conversationId ?? '', text);
  return `types a draft: ${describe(answer)}`;
};

/** Messages of the queues that no request has carried yet, by the intent of each. */
function neverSent(run: Run): ReadonlyMap<string, Typed> {
  const sent = new Set(run.gateways.flatMap(({ requests }) => requests.map(markerOfRequest)));
  const waiting = [...run.memory.queued.values()].map(
    (typed) => [markerOf(typed.text) ?? '', typed] as const,
  );
  return new Map(
    waiting.filter(
      ([marker, { conversationId }]) => !sent.has(marker) && !run.memory.removed.has(conversationId),
    ),
  );
}

const remove: Act = async (run, random) => {
  const id = await anyConversation(run, random);
  return id === null ? 'has no chat to delete' : await removeChat(run, random, id);
};

/** The first message is sent at once, and the others wait for its reply. */
const removeWithQueue: Act = async (run, random, id) => {
  const conversationId = await anyConversation(run, random);
  if (conversationId === null) return 'has no chat to queue messages in';
  const said: string[] = [];
  for (const part of ['a', 'b', 'c'])
    said.push(await enqueueIn(run, random, conversationId, `intent-${id}${part}`));
  await sleep(run, random.int(0, 1_500));
  return [...said, await removeChat(run, random, conversationId)].join('; ');
};

async function removeChat(run: Run, random: Random, id: string): Promise<string> {
  const waiting = [...neverSent(run)].filter(([, { conversationId }]) => conversationId === id);
  run.memory.removed.add(id);
  const answer = await ask(run, 'conversations.remove', { id });
  const isFinal = answer.is !== 'ok' || random.chance(0.5);
  if (answer.is === 'ok' && isFinal) for (const [marker] of waiting) run.memory.unsent.set(marker, id);
  if (isFinal) return `deletes a chat with ${waiting.length} queued messages: ${describe(answer)}`;
  return `deletes a chat and takes it back: ${describe(await ask(run, 'conversations.restore', { id }))}`;
}

const removeMessage: Act = async (run, random) => {
  const conversationId = await anyConversation(run, random);
  const messages = conversationId === null ? [] : await messagesOf(run, conversationId);
  if (messages.length === 0) return 'has no message to delete';
  const { id } = random.pick(messages);
  for (const message of messages) run.memory.removed.add(message.id);
  // Other branches may begin below it.
  for (const known of [...run.memory.messages.values(), ...run.memory.queued.values()])
    if (known.conversationId === conversationId) run.memory.removed.add(known.id);
  return `deletes a message: ${describe(await ask(run, 'messages.remove', { id }))}`;
};

export const chatSteps = {
  ...{ send, stop, regenerate, continue: goOn, enqueue, dequeue, draft },
  ...{ 'delete-chat': remove, 'delete-queue': removeWithQueue, 'delete-message': removeMessage },
} satisfies Record<string, Act>;
