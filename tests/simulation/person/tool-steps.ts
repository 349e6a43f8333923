/** The person gives models tools, and answers the calls of a reply by hand. */
import { toolCallsOf } from '../../../shared/chat/tool-calls';
import { profileOf } from '../run-state';
import type { Random } from '../world/random';
import { activate, ask, describe } from './call';
import { newestReply, noteModel, sendWith, settingsOf } from './chat-steps';
import { usable } from './profile-steps';
import type { Act } from './step';

const parameters = { type: 'object', properties: { place: { type: 'string' } } };

const lookup = { name: 'lookup', description: 'What is at a place.', parameters };
/** Of those that go on by themselves. */
export const rounds = 3;

/** Some have a limit of cost too; some are answered at once, some after a while. */
export function loopOf(random: Random) {
  const answer = random.chance(0.5) ? { answer: 'Two boats at {{place}}.' } : { automatic: [slow] };
  const loop = { rounds, ...(random.chance(0.7) && { most: { unit: 'credits' as const, amount: 40 } }) };
  return { tools: [{ ...lookup, ...answer }], loop };
}

/** Some of these chats answer calls by themselves, which may be charged as often as was allowed. */
const sendTools: Act = (run, random, id) => {
  const settings = settingsOf(random);
  if (random.chance(0.5)) return sendWith(run, random, id, { ...settings, tools: { tools: [lookup] } });
  const tools = loopOf(random);
  run.intents.allow(`intent-${id}`, 'any', rounds);
  return sendWith(run, random, id, { ...settings, tools });
};

/** The rounds that follow go where the message went. */
const switchInLoop: Act = async (run, random, id) => {
  run.intents.allow(`intent-${id}`, 'any', rounds);
  const said = await sendWith(run, random, id, { ...settingsOf(random), tools: loopOf(random) });
  const gateway = random.pick(usable(run));
  const answer = await activate(run, profileOf(run, gateway) ?? '');
  return `${said}, and switches to ${gateway.name} meanwhile: ${describe(answer)}`;
};

const slow = { kind: 'result' as const, content: 'Two boats.', delayMs: 4_000 };

/** Sometimes a result is left out, which the app refuses. */
const answerTools: Act = async (run, random) => {
  const found = await newestReply(run, random);
  const calls = toolCallsOf(found?.reply.parts ?? []);
  if (!found || calls.length === 0) return 'has no calls to answer';
  const { reply, marker } = found;
  run.intents.allow(marker, 'any', 1 + rounds);
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

export const toolSteps = {
  'send-tools': sendTools,
  'answer-tools': answerTools,
  'switch-in-loop': switchInLoop,
} satisfies Record<string, Act>;
