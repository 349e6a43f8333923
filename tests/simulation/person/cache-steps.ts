/** Chats with a model that keeps marked prompts: the person looks at what a message may cost, marks messages, and goes on. */
import { cacheTimesIn } from '../../../shared/chat/cache-points';
import { textOf } from '../../../shared/chat/parts';
import { CACHED } from '../far/cache';
import { profileOf, type Run } from '../run-state';
import type { Random } from '../world/random';
import { ask, describe, read } from './call';
import { messagesOf } from './chat-steps';
import { gatewayInUse, noteMost } from './priced-steps';
import type { Act } from './step';

/** A chat of this model that is still there. */
async function anyChat(run: Run, random: Random): Promise<string | null> {
  const page = await read(run, 'conversations.list', { cursor: null, limit: 50 });
  const ids = (page?.conversations ?? []).filter(({ id }) => run.memory.cachedChats.has(id));
  return ids.length === 0 ? null : random.pick(ids).id;
}

const systems = ['5m', '1h'] as const;

function settingsOf(random: Random) {
  const systemPrompt = 'You know all boats. '.repeat(random.int(1, 120));
  const isKept = random.chance(0.7);
  return { maxTokens: 40, systemPrompt, ...(isKept && { systemCache: random.pick(systems) }) };
}

const send: Act = async (run, random, id) => {
  const gateway = gatewayInUse(run);
  if (gateway === undefined) return 'has no model that keeps prompts';
  const marker = `intent-${id}`;
  gateway.listed.add(CACHED);
  await ask(run, 'models.refresh', {});
  const conversationId = random.chance(0.25) ? null : await anyChat(run, random);
  const chat = conversationId && (await read(run, 'conversations.get', { id: conversationId }));
  const settings = chat ? chat.settings : settingsOf(random);
  const text = `${'A boat drifts on. '.repeat(random.int(1, 60))}\n\nPlease answer ${marker}.`;
  const message = { conversationId, text, model: CACHED, settings };
  const most = await noteMost(run, gateway, marker, message);
  const marked = conversationId === null ? [] : await markedIn(run, conversationId);
  // A model that is in no list, as that could not be read, is not known to take cache points.
  if (most !== null && run.memory.activeId === profileOf(run, gateway))
    run.memory.cacheMarks.set(marker, { system: settings.systemCache ?? null, texts: marked });
  run.intents.allow(marker, 'any');
  run.intents.note(marker, { model: CACHED, count: 1 });
  const messageId = random.uuid();
  const answer = await ask(run, 'chat.send', { ...message, messageId, isConfirmed: random.chance(0.9) });
  if (answer.is === 'ok') {
    run.memory.messages.set(messageId, { id: messageId, text, conversationId: answer.value.conversationId });
    run.memory.cachedChats.add(answer.value.conversationId);
  }
  if (answer.is === 'refused') run.intents.takeBack(marker);
  return `sends ${marker} to a model that keeps prompts, with ${marked.length} marks, for ${most} credits at most: ${describe(answer)}`;
};

/** The texts of marked messages of the person, on the branch that is shown. */
async function markedIn(run: Run, conversationId: string): Promise<readonly string[]> {
  const messages = await messagesOf(run, conversationId);
  return messages
    .filter(({ role, parts }) => role === 'user' && cacheTimesIn(parts).length > 0)
    .map(({ parts }) => textOf(parts));
}

const mark: Act = async (run, random) => {
  const conversationId = await anyChat(run, random);
  const messages = conversationId === null ? [] : await messagesOf(run, conversationId);
  if (messages.length === 0) return 'has no message of such a chat to mark';
  const { id: messageId } = random.pick(messages);
  const isOn = random.chance(0.85);
  const answer = await ask(run, 'chat.setCachePoint', { messageId, isOn });
  return `${isOn ? 'marks a message' : 'takes a mark off'}: ${describe(answer)}`;
};

export const cacheSteps = { 'send-cached': send, 'mark-cached': mark } satisfies Record<string, Act>;
