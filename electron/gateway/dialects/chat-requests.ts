/**
 * Requests for chats in the words of each gateway: what was chosen of thinking, and a reply that is begun.
 */
import { isBegun, type PrefillWords, prefillWords } from '../../../shared/gateways/prefill';
import { isRecord, type JsonRecord } from '../parse/json';
import type { Dialect } from './dialect';

/** Takes what it has words for out of the fields, and answers the rest with them. */
type Words = (body: JsonRecord) => JsonRecord;

/** A value that is not there is left out; what was typed as an extra parameter goes before what a setting says. */
function into(rest: JsonRecord, name: string, said: JsonRecord): JsonRecord {
  const known = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
  if (Object.keys(known).length === 0) return rest;
  return { ...rest, [name]: isRecord(rest[name]) ? { ...known, ...rest[name] } : known };
}

/** `reasoning` (openrouter.ai/docs/use-cases/reasoning-tokens, vercel.com/docs/ai-gateway/openai-compat). */
export const inReasoning: Words = (body) => {
  const { enable_thinking: enabled, reasoning_effort: effort, thinking_budget: budget, ...rest } = body;
  return into(rest, 'reasoning', { enabled, effort, max_tokens: budget });
};

/** `reasoning.enabled` beside an effort (docs.together.ai/docs/reasoning-overview). */
export const inEnabled: Words = ({ enable_thinking: enabled, ...rest }) =>
  into(rest, 'reasoning', { enabled });

/** `thinking.type` alone (api-docs.deepseek.com, docs.z.ai, platform.moonshot.ai, docs of Ark). */
export const inType: Words = ({ enable_thinking: isOn, ...rest }) =>
  into(rest, 'thinking', { type: typeOf(isOn) });

/** `thinking` with its budget, which switches it on (docs.anthropic.com/en/api/openai-sdk). */
export const inBudget: Words = (body) => {
  const { enable_thinking: isOn, thinking_budget: budget, ...rest } = body;
  if (isOn === false) return into(rest, 'thinking', { type: 'disabled' });
  const type = isOn === true || budget !== undefined ? 'enabled' : undefined;
  return into(rest, 'thinking', { type, budget_tokens: budget });
};

/** Off is an effort; on is what these models do (platform.openai.com/docs/guides/reasoning, console.groq.com, ollama.com). */
export const inEffort: Words = (body) => {
  const { enable_thinking: isOn, ...rest } = body;
  if (isOn === false && rest.reasoning_effort === undefined) return { ...rest, reasoning_effort: 'none' };
  // An effort says that it thinks.
  return isOn === true && rest.reasoning_effort !== undefined ? rest : body;
};

/** The same, and a budget in Google's own part (ai.google.dev/gemini-api/docs/openai). */
export const inGoogle: Words = (body) => {
  const { thinking_budget: budget, ...rest } = inEffort(body);
  if (budget === undefined) return rest;
  const google = { thinking_config: { thinking_budget: budget, include_thoughts: true } };
  return into(rest, 'extra_body', { google });
};

/** For the template of the model (docs.vllm.ai/en/latest/features/reasoning_outputs, llama.cpp's server). */
export const inTemplate: Words = ({ enable_thinking, ...rest }) =>
  into(rest, 'chat_template_kwargs', { enable_thinking });

const typeOf = (isOn: unknown) => (isOn === undefined ? undefined : isOn === true ? 'enabled' : 'disabled');

/** A dialect whose chats say so. */
export const thinkingIn = (words: Words, dialect: Dialect): Dialect => ({
  ...dialect,
  toBody(operation, body) {
    const own = dialect.toBody(operation, body);
    return operation === 'chat' ? words(own) : own;
  },
});

/** The messages say it already; a gateway that is not known and Fireworks get the field itself. */
export const withoutHistory = (dialect: Dialect): Dialect =>
  dialect.id === 'plain' || dialect.id === 'fireworks'
    ? dialect
    : thinkingIn(({ reasoning_history: _said, ...rest }) => rest, dialect);

// A reply that is begun, in the words of each gateway. The core marks its last message with `isBegun`.

/** A dialect whose chats say so. */
export function prefillIn(dialect: Dialect): Dialect {
  const words = besides[prefillWords(dialect.id)];
  return {
    ...dialect,
    toBody(operation, body) {
      const own = dialect.toBody(operation, body);
      const messages = Array.isArray(own.messages) ? (own.messages as readonly unknown[]) : [];
      const last = messages.at(-1);
      if (operation !== 'chat' || !isMarked(last)) return own;
      const { [isBegun]: _mark, ...message } = last;
      return {
        ...own,
        messages: [...messages.slice(0, -1), { ...message, ...words?.message }],
        ...words?.body,
      };
    },
  };
}

const isMarked = (message: unknown): message is JsonRecord & { readonly [isBegun]: true } =>
  isRecord(message) && isBegun in message;

type Besides = { readonly message?: JsonRecord; readonly body?: JsonRecord };

/** What the last message and the body say beside the given words. */
const besides: Readonly<Partial<Record<PrefillWords, Besides>>> = {
  prefix: { message: { prefix: true } },
  partial: { message: { partial: true } },
  continue: { body: { continue_final_message: true, add_generation_prompt: false } },
};
