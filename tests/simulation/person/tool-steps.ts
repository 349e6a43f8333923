/** The person gives models tools, and answers the calls of a reply by hand. */
import { toolCallsOf } from '../../../shared/chat/tool-calls';
import { ask, describe } from './call';
import { newestReply, noteModel, sendWith, settingsOf } from './chat-steps';
import type { Act } from './step';

const parameters = { type: 'object', properties: { place: { type: 'string' } } };

const sendTools: Act = (run, random, id) => {
  const tools = { tools: [{ name: 'lookup', description: 'What is at a place.', parameters }] };
  return sendWith(run, random, id, { ...settingsOf(random), tools });
};

/** Sometimes a result is left out, which the app refuses. */
const answerTools: Act = async (run, random) => {
  const found = await newestReply(run, random);
  const calls = toolCallsOf(found?.reply.parts ?? []);
  if (!found || calls.length === 0) return 'has no calls to answer';
  const { reply, marker } = found;
  run.intents.allow(marker, 'any');
  await noteModel(run, found);
  const left = random.chance(0.1) ? 1 : 0;
  const results = calls
    .slice(left)
    .map(({ id }) => ({ callId: id, content: random.pick(['{"boats":2}', 'none']) }));
  const input = { messageId: reply.id, toolMessageId: random.uuid(), results };
  const [answer] = await Promise.all([
    ask(run, 'chat.answerTools', input),
    random.chance(0.2) ? ask(run, 'chat.answerTools', input) : null,
  ]);
  if (answer.is === 'refused') run.intents.takeBack(marker);
  return `answers ${results.length} of ${calls.length} calls for ${marker}: ${describe(answer)}`;
};

export const toolSteps = { 'send-tools': sendTools, 'answer-tools': answerTools } satisfies Record<
  string,
  Act
>;
