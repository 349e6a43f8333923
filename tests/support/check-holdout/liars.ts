/** Gateways that lie, each in one way. */
import type { BenchRequest } from '../../../electron/sandbox/bench/mind';
import { byTokenizer } from './honest';
import { type Answer, claims, type HeldOut, inTexts, inUsage, liar, most, promptOf, without } from './script';

/** Only so much of the beginning and the end is read. */
function cutsTheMiddle(body: BenchRequest): BenchRequest {
  const messages = body.messages.map((message) => {
    const { content } = message;
    if (typeof content !== 'string' || content.length < 6_000) return message;
    return { ...message, content: `${content.slice(0, 3_000)}\n${content.slice(-3_000)}` };
  });
  return { ...body, messages };
}

/** One stored answer for all prompts that begin alike. */
function remembers(): (answer: Answer, asked: BenchRequest) => Answer {
  const stored = new Map<string, Answer['choices']>();
  return (answer, asked) => {
    const key = promptOf({ ...asked, messages: asked.messages.slice(-1) }).slice(0, 40);
    const choices = stored.get(key) ?? answer.choices;
    stored.set(key, choices);
    return { ...answer, choices };
  };
}

const asText = (answer: Answer): Answer => ({
  ...answer,
  choices: answer.choices.map(({ message: { tool_calls: calls, ...message }, ...choice }) =>
    calls === undefined
      ? { ...choice, message }
      : {
          ...choice,
          finish_reason: 'stop',
          message: { ...message, content: `<tool_call>${JSON.stringify(calls[0]?.function)}</tool_call>` },
        },
  ),
});

const inLogprobs =
  (of: (token: string) => object) =>
  (answer: Answer): Answer => ({
    ...answer,
    choices: answer.choices.map((choice) => {
      const { content } = (choice.logprobs ?? {}) as { content?: { token: string }[] };
      return content === undefined
        ? choice
        : {
            ...choice,
            logprobs: { content: content.map(({ token }) => ({ token, bytes: null, ...of(token) })) },
          };
    }),
  });

const luck = () => Math.floor(Math.random() * 1e9);
/** Replies to one question differ from their first word on. */
const unlike = (answer: Answer, asked: BenchRequest, at: number): Answer =>
  inTexts((text) => (text.startsWith('The ') ? `${at}. ${text}` : text))(answer, asked);
const named = (model: string) => (answer: Answer) => ({ ...answer, model });
const swap = named('gpt-4o-mini-2024-07-18');
const honestName = named('gpt-4o-2024-08-06');

export const liars: readonly HeldOut[] = [
  liar('a cheaper model for long prompts', {
    models: ['gpt-4o'],
    split: byTokenizer,
    says: (answer, asked) => (promptOf(asked).length > 2_500 ? swap : honestName)(answer),
    broken: ['modelName'],
    shown: ['modelName'],
  }),
  liar('another model after ten requests', {
    asksAll: true,
    models: ['gpt-4o'],
    split: byTokenizer,
    says: (answer, _asked, at) => (at >= 10 ? swap : honestName)(answer),
    broken: ['modelName'],
    shown: ['modelName'],
  }),
  liar('two of three are one engine', {
    models: ['llama-3.3-70b', 'llama-3.1-8b', 'qwen-2.5-7b'],
    traits: (model) => (model === 'qwen-2.5-7b' ? {} : { engine: 'flash' }),
    broken: [],
    shown: ['ownEngine'],
  }),
  liar('cuts the middle', { reads: cutsTheMiddle, broken: ['context'], shown: ['context', 'limitsHold'] }),
  liar('no system prompt in a stream', {
    reads: (body) =>
      body.stream === true
        ? { ...body, messages: body.messages.filter(({ role }) => role !== 'system') }
        : body,
    shown: ['systemRole'],
    broken: ['systemRole'],
  }),
  liar('tools as text', {
    says: asText,
    broken: ['toolsAuto', 'toolsForced', 'toolsParallel'],
    shown: ['toolsAuto', 'toolsForced', 'toolsParallel'],
  }),
  liar('a seed that does nothing', {
    reads: (body) => (body.seed === undefined ? body : { ...body, seed: luck() }),
    says: unlike,
    broken: ['seed'],
    shown: ['seed'],
  }),
  liar('counts a third more', {
    models: ['gpt-4o'],
    split: byTokenizer,
    says: inUsage(({ prompt_tokens, completion_tokens }) => ({
      prompt_tokens: Math.ceil(prompt_tokens * 1.3),
      completion_tokens: Math.ceil(completion_tokens * 1.3),
    })),
    broken: ['tokenCounts'],
    shown: ['tokenCounts', 'maxTokens', 'usageGrows'],
  }),
  liar('counts a reply by its letters', {
    says: inUsage((_usage, text) => ({ completion_tokens: text.length })),
    broken: [],
    shown: ['usageGrows', 'maxTokens', 'tokenCounts'],
  }),
  liar('advertises in a hidden prompt', {
    models: ['gpt-4o'],
    split: byTokenizer,
    says: inUsage(({ prompt_tokens }) => ({ prompt_tokens: prompt_tokens + 600 })),
    broken: ['tokenCounts'],
    shown: ['tokenCounts', 'usageGrows'],
  }),
  liar('one answer for prompts that begin alike', {
    says: remembers(),
    broken: ['seed'],
    shown: ['maxTokens', 'vision', 'context', 'limitsHold', 'systemRole', 'toolsRoundTrip', 'seed'],
  }),
  liar('always warm', {
    reads: (body) => ({ ...body, temperature: 1, seed: body.seed ?? luck() }),
    says: unlike,
    broken: ['temperature0'],
    shown: ['temperature0'],
  }),
  liar('always cold', {
    reads: (body) => ({ ...without(body, 'seed'), temperature: 0 }),
    broken: ['seed'],
    shown: ['seed', 'temperature0'],
    isHidden: true,
  }),
  liar('one probability for all tokens', {
    record: claims({}, ['logprobs', 'top_logprobs']),
    says: inLogprobs((token) => ({
      logprob: -0.5,
      top_logprobs: [
        { token, logprob: -0.5 },
        { token: ' x', logprob: -0.5 },
      ],
    })),
    broken: ['logprobs'],
    shown: ['logprobs'],
  }),
  liar('probabilities above one', {
    record: claims({}, ['logprobs', 'top_logprobs']),
    says: inLogprobs((token) => ({
      logprob: -0.01,
      top_logprobs: [
        { token, logprob: -0.01 },
        { token: ' y', logprob: -0.3 },
      ],
    })),
    broken: ['logprobs'],
    shown: ['logprobs'],
  }),
  liar('describes images instead of showing them', {
    says: inTexts((text, asked) =>
      promptOf(asked).includes('image_url') ? 'A white picture with a few black digits in it.' : text,
    ),
    broken: ['vision'],
    shown: ['vision'],
  }),
  liar('a schema of types alone', {
    says: inTexts((text, asked) =>
      JSON.stringify(asked.response_format ?? '').includes('json_schema')
        ? '{"tint": "a nice blue", "q7": 3, "extra": true}'
        : text,
    ),
    broken: ['jsonSchema'],
    shown: ['jsonSchema'],
  }),
  liar('replies of 120 tokens at most', {
    reads: (body) => ({ ...body, max_tokens: Math.min(most(body), 120) }),
    says: (answer) => ({
      ...answer,
      choices: answer.choices.map((one) => ({
        ...one,
        finish_reason: one.finish_reason === 'length' ? 'stop' : one.finish_reason,
      })),
    }),
    broken: ['limitsHold'],
    shown: ['limitsHold', 'maxTokens'],
    isHidden: true,
  }),
  liar('says that all was cached', {
    record: { ...claims(), prompt_caching: true },
    traits: () => ({ cachesNothing: true }),
    says: inUsage(({ prompt_tokens }) => ({ prompt_tokens_details: { cached_tokens: prompt_tokens } })),
    broken: ['promptCache'],
    shown: ['promptCache'],
    isHidden: true,
  }),
  liar('stops late and charges it', {
    reads: (body) => without(body, 'stop'),
    says: (answer, asked) =>
      inTexts((text) => (asked.stop === undefined ? text : (text.split('7')[0] ?? '')))(answer, asked),
    shown: ['stop', 'usageGrows'],
    broken: [],
    isHidden: true,
  }),
  liar('reasons the same at any effort', {
    record: claims({}, ['reasoning', 'reasoning_effort']),
    reads: (body) => ({ ...body, ...(body.reasoning_effort !== undefined && { reasoning_effort: 'low' }) }),
    broken: ['reasoningEffort'],
    shown: ['reasoningEffort'],
    isHidden: true,
  }),
  liar('streams a finished reply slowly', {
    waitsMs: [500, 12],
    shown: ['stream'],
    broken: [],
    isHidden: true,
  }),
  liar('charges three times the list', {
    charges: (credits) => credits * 3,
    broken: ['chargesListed'],
    shown: ['chargesListed'],
  }),
  liar('JSON only by luck', {
    reads: (body) => without(body, 'response_format'),
    broken: ['jsonMode', 'jsonSchema'],
    shown: ['jsonMode', 'jsonSchema'],
  }),
];
