/** Prompts of any length to a model whose price depends on it, after a look at what they may cost; and cache points. */
import type { CommandInput } from '../../../shared/contract';
import type { Gateway } from '../far/gateway';
import { TIERED } from '../far/money';
import { profileOf, type Run } from '../run-state';
import { ask, describe, read } from './call';
import { anyConversation, messagesOf } from './chat-steps';
import type { Act } from './step';

/** The profile in use, where its gateway tells prices in credits. */
export const gatewayInUse = (run: Run) =>
  run.gateways.find(
    (gateway) =>
      profileOf(run, gateway) === run.memory.activeId &&
      gateway.unit === 'credits' &&
      gateway.manners.prices === 'told',
  );

const MICROCREDITS = 1e6;

const longPrompt: Act = async (run, random, id) => {
  const gateway = gatewayInUse(run);
  if (gateway === undefined) return 'has no model with a price for long prompts';
  const marker = `intent-${id}`;
  gateway.listed.add(TIERED);
  await ask(run, 'models.refresh', {});
  // The name is at the end: what a continuation adds comes behind it.
  const text = `${'A boat drifts on. '.repeat(random.int(1, 200))}\n\nPlease answer ${marker}.`;
  const message = { conversationId: null, text, model: TIERED, settings: { maxTokens: 40 } };
  const most = await noteMost(run, gateway, marker, message);
  run.intents.allow(marker, 'any');
  run.intents.note(marker, { model: TIERED, count: 1 });
  const messageId = random.uuid();
  const answer = await ask(run, 'chat.send', { ...message, messageId, isConfirmed: random.chance(0.8) });
  if (answer.is === 'ok')
    run.memory.messages.set(messageId, { id: messageId, text, conversationId: answer.value.conversationId });
  if (answer.is === 'refused') run.intents.takeBack(marker);
  return `sends ${text.length} characters of ${marker} for ${most} credits at most: ${describe(answer)}`;
};

type ShownMessage = Omit<Extract<CommandInput<'credits.forecast'>['intent'], { kind: 'message' }>, 'kind'>;

/** What the window shows as the most that a message may cost, in credits; noted where the profile is still the one shown. */
export async function noteMost(
  run: Run,
  gateway: Gateway,
  marker: string,
  message: ShownMessage,
): Promise<number | null> {
  const seen = await read(run, 'credits.forecast', { intent: { kind: 'message', ...message } });
  const most = seen?.costs.find(({ unit }) => unit === 'credits')?.most ?? null;
  const isFor = run.memory.activeId === profileOf(run, gateway);
  if (isFor && most !== null) run.memory.mostOf.set(marker, Math.ceil(most * MICROCREDITS));
  return most;
}

/** Set or taken off; nothing that is said changes. */
const cachePoint: Act = async (run, random) => {
  const conversationId = await anyConversation(run, random);
  const messages = conversationId === null ? [] : await messagesOf(run, conversationId);
  if (messages.length === 0) return 'has no message for a cache point';
  const { id: messageId } = random.pick(messages);
  const isOn = random.chance(0.75);
  const answer = await ask(run, 'chat.setCachePoint', { messageId, isOn });
  return `${isOn ? 'sets' : 'takes off'} a cache point: ${describe(answer)}`;
};

export const pricedSteps = { 'long-prompt': longPrompt, 'cache-point': cachePoint } satisfies Record<
  string,
  Act
>;
