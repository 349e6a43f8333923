/** What the person does with chats as JSON, and with examples that new chats begin with. Nothing of it sends anything. */
import { isDeepStrictEqual } from 'node:util';
import { type Run, violate } from '../run-state';
import type { Random } from '../world/random';
import { ask, describe, read } from './call';
import { anyConversation, messagesOf } from './chat-steps';
import type { Act } from './step';

interface Body {
  readonly temperature?: number;
  readonly model?: string;
  readonly messages: readonly Readonly<Record<string, unknown>>[];
}

/** Its branch is whole: no reply is being written. */
async function anyWritten(run: Run, random: Random): Promise<string | null> {
  const conversationId = await anyConversation(run, random);
  if (conversationId === null) return null;
  const messages = await messagesOf(run, conversationId);
  return messages.length > 0 && messages.every(({ status }) => status !== 'streaming')
    ? conversationId
    : null;
}

/** What was written as JSON, which is sent as it is: neither left out nor joined. */
export const isWritten = (message: object): boolean =>
  'x_note' in message || /\b(?:Pasted|Added|Rewritten) intent-/.test(JSON.stringify(message));

/** Words of one message, a field that nobody knows, or an order of its own. */
function changed(random: Random, { messages, ...rest }: Body, id: string): Body {
  const at = random.int(0, messages.length - 1);
  const how = random.pick(['words', 'field', 'more', 'setting'] as const);
  const others = (one: Readonly<Record<string, unknown>>) => ({ ...one, x_note: `field of ${id}` });
  if (how === 'setting') return { ...rest, messages, ...{ temperature: random.int(0, 20) / 10 } };
  if (how === 'more') {
    const added = { role: random.pick(['user', 'assistant']), content: `Added intent-${id}.` };
    return { ...rest, messages: [...messages, added] };
  }
  const change = (one: Readonly<Record<string, unknown>>) =>
    how === 'words' && one.role === 'user'
      ? { ...one, content: `Rewritten intent-${id}, please.` }
      : others(one);
  return { ...rest, messages: messages.map((one, index) => (index === at ? change(one) : one)) };
}

/** What was taken back is what the person wrote, in every field. */
const edit: Act = async (run, random, id) => {
  const conversationId = await anyWritten(run, random);
  const body = conversationId && (await read(run, 'body.get', { conversationId }));
  if (!conversationId || !body) return 'has no chat to read as JSON';
  const written = changed(random, JSON.parse(body.text) as Body, id);
  if (written.messages.length === 0) return 'has no message to edit as JSON';
  const { leafId } = body;
  // The temperature in the text is the one that is chosen from then on.
  const isChosen = run.memory.chosen.delete(conversationId);
  const input = { editId: random.uuid(), conversationId, leafId, text: JSON.stringify(written, null, 2) };
  const [answer] = await Promise.all([
    ask(run, 'body.apply', input),
    random.chance(0.15) ? ask(run, 'body.apply', input) : null,
  ]);
  if (isChosen && answer.is === 'ok' && typeof written.temperature === 'number')
    run.memory.chosen.set(conversationId, written.temperature);
  const now = answer.is === 'ok' ? await read(run, 'body.get', { conversationId }) : null;
  const isSame = now === null || isDeepStrictEqual((JSON.parse(now.text) as Body).messages, written.messages);
  if (!isSame) violate(run, 'kept', `a chat edited as JSON (${id}) came back with other messages`);
  return `edits a chat of ${written.messages.length} messages as JSON: ${describe(answer)}`;
};

const paste: Act = async (run, random, id) => {
  const newId = random.uuid();
  const body = {
    model: 'sim/chat',
    messages: [
      ...(random.chance(0.5) ? [{ role: 'system', content: 'Be brief.' }] : []),
      {
        role: 'user',
        content: [
          { type: 'text', text: `Pasted intent-${id}.` },
          { type: 'x_odd', of: id },
        ],
      },
    ],
  };
  const input = { newId, text: JSON.stringify(body) };
  const [answer] = await Promise.all([
    ask(run, 'body.open', input),
    random.chance(0.2) ? ask(run, 'body.open', input) : null,
  ]);
  const now = answer.is === 'ok' ? await read(run, 'body.get', { conversationId: newId }) : null;
  const isSame = now === null || isDeepStrictEqual((JSON.parse(now.text) as Body).messages, body.messages);
  if (!isSame) violate(run, 'kept', `a pasted request (${id}) came back with other messages`);
  return `pastes a request, intent-${id}: ${describe(answer)}`;
};

const saveExamples: Act = async (run, random, id) => {
  const conversationId = await anyWritten(run, random);
  const messages = conversationId === null ? [] : await messagesOf(run, conversationId);
  if (messages.length === 0) return 'has no messages to keep as examples';
  const presetId = random.uuid();
  const content = { modality: 'chat' as const, model: 'sim/chat', settings: {} };
  const toId = random.pick(messages).id;
  const input = { id: presetId, name: `Examples ${id}`, content, fromId: null, toId };
  const answer = await ask(run, 'presets.createWithMessages', input);
  if (answer.is === 'ok') run.memory.examples.add(presetId);
  return `keeps messages as examples: ${describe(answer)}`;
};

/** Two windows, or two presses, open one chat. */
const openExamples: Act = async (run, random) => {
  const known = [...run.memory.examples].sort();
  if (known.length === 0) return 'has no examples to begin with';
  const input = { id: random.pick(known), newId: random.uuid() };
  const answers = await Promise.all([
    ask(run, 'presets.open', input),
    random.chance(0.2) ? ask(run, 'presets.open', input) : null,
  ]);
  const [answer] = answers;
  const begun = { conversationId: input.newId, beforeId: null, limit: 10 };
  // The process may end before it can be read.
  const page = answer.is === 'ok' ? await read(run, 'messages.page', begun) : null;
  if (page?.messages.length === 0) violate(run, 'kept', 'a chat that began with examples has none');
  return `begins a chat with examples: ${describe(answer)}`;
};

export const jsonSteps = {
  ...{ 'edit-json': edit, 'paste-json': paste },
  ...{ 'save-examples': saveExamples, 'open-examples': openExamples },
} satisfies Record<string, Act>;
