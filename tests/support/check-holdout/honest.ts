/** Gateways and models that are odd and honest: a check holds nothing against them. */
import { decode, encode } from 'gpt-tokenizer/encoding/o200k_base';
import type { BenchRequest } from '../../../electron/sandbox/bench/mind';
import {
  type Answer,
  claims,
  claimsNothing,
  type HeldOut,
  honest,
  inTexts,
  inUsage,
  most,
  promptOf,
  type Refusal,
  refusal,
  without,
} from './script';

export const byTokenizer = (text: string): readonly string[] =>
  encode(text, { disallowedSpecial: new Set() }).map((token) => decode([token]));

/** All of a small limit goes into thinking. */
function thinksFirst(answer: Answer, asked: BenchRequest): Answer {
  const thinking = 450;
  const limit = most(asked);
  const isBlank = limit <= thinking;
  const used = isBlank ? limit : thinking + (answer.usage?.completion_tokens ?? 0);
  const said = inUsage(() => ({
    completion_tokens: used,
    completion_tokens_details: { reasoning_tokens: Math.min(limit, thinking) },
  }))(answer, asked);
  if (!isBlank) return said;
  const choices = said.choices.map((choice) => ({
    ...choice,
    finish_reason: 'length',
    message: { content: '' },
  }));
  return { ...said, choices };
}

/** Follows no instruction, while its server holds it to fields: a grammar makes JSON and calls. */
function rambles(answer: Answer, asked: BenchRequest): Answer {
  const words =
    'I am a helpful assistant and I like to talk about the sea and the sky. '.repeat(5).match(/\s*\S+/g) ??
    [];
  const stop = [asked.stop ?? []].flat().map(String)[0];
  const said = words.slice(0, Math.min(most(asked), 60)).join('');
  const content = stop === undefined ? said : (said.split(stop)[0] ?? said);
  const isHeld = asked.response_format !== undefined || asked.tool_choice !== undefined;
  if (isHeld) return answer;
  const choices = answer.choices.map((choice) => ({
    ...choice,
    finish_reason: most(asked) < 60 ? 'length' : 'stop',
    message: { content },
  }));
  return inUsage(() => ({ completion_tokens: Math.min(most(asked), 60) }))({ ...answer, choices }, asked);
}

/** The sums of a GPU differ with what else it computes: the same beginning, and another end. */
const jitters = (answer: Answer, asked: BenchRequest, at: number): Answer => ({
  ...inTexts((text) => text.replace(/[^ ]+ [^ ]+\.$/, () => `and more ${at}.`))(answer, asked),
  system_fingerprint: `fp_${at % 3}`,
});

/** Counted in full, and one of two things in it overlooked. */
const overlooksTheMiddle = (answer: Answer, asked: BenchRequest): Answer =>
  promptOf(asked).length > 9_000
    ? inTexts((text) => text.replace(/blue: \d+/, 'blue: I don’t see one'))(answer, asked)
    : answer;

/** From so many tokens, and only what the prompt marks. */
function cachesMarked(from: number): (answer: Answer, asked: BenchRequest) => Answer {
  const seen = new Set<string>();
  return (answer, asked) => {
    const text = JSON.stringify(asked.messages);
    const isKnown = text.includes('cache_control') && seen.has(text);
    seen.add(text);
    return inUsage(({ prompt_tokens }) => ({
      prompt_tokens_details: { cached_tokens: isKnown && prompt_tokens >= from ? prompt_tokens - 20 : 0 },
    }))(answer, asked);
  };
}

/** The reply to what it was asked, in other words: its counts follow. */
const inSpanish = (answer: Answer, asked: BenchRequest): Answer => {
  const said = inTexts((text) => (/[0-9{]/.test(text) ? text : 'Buenos días, ¿en qué puedo ayudarle?'))(
    answer,
    asked,
  );
  return inUsage(({ completion_tokens }, text) => ({
    completion_tokens: Math.max(completion_tokens, Math.min(most(asked), Math.ceil(text.length / 5))),
  }))(said, asked);
};

const cannot = (answer: Answer, asked: BenchRequest): Answer =>
  /code/.test(promptOf(asked)) && asked.tools === undefined
    ? inTexts(() => "I'm sorry, but I can't help with codes or passwords.")(answer, asked)
    : answer;

const refuseFields =
  (words: (field: string) => Refusal, ...fields: readonly string[]) =>
  (body: BenchRequest): Refusal | null => {
    const found = fields.find((field) => field in body);
    return found === undefined ? null : words(found);
  };

const roleRefused =
  (role: string, words: string) =>
  ({ messages }: BenchRequest): Refusal | null =>
    messages.some((message) => message.role === role) ? refusal(words) : null;

/** One at a time: the second is sent away for a moment. */
function oneAtATime(): (body: BenchRequest, at: number) => Refusal | null {
  return (_body, at) =>
    at === 3 ? refusal('Only 1 concurrent request is allowed', 429, { 'retry-after': '1' }) : null;
}

const digitOff = (text: string): string =>
  /^\d{5}$/.test(text) ? `${text.slice(0, 4)}${(Number(text[4]) + 5) % 10}` : text;

const argumentsAs =
  (change: (text: string) => unknown) =>
  (answer: Answer): Answer => ({
    ...answer,
    choices: answer.choices.map((choice) => ({
      ...choice,
      message: {
        ...choice.message,
        ...(choice.message.tool_calls && {
          tool_calls: choice.message.tool_calls.map((call) => ({
            ...call,
            function: { ...call.function, arguments: change(String(call.function.arguments)) },
          })),
        }),
      },
    })),
  });

const oneCall = (answer: Answer): Answer => ({
  ...answer,
  choices: answer.choices.map((choice) => ({
    ...choice,
    message: {
      ...choice.message,
      ...(choice.message.tool_calls && { tool_calls: choice.message.tool_calls.slice(0, 1) }),
    },
  })),
});

const filtered = (answer: Answer): Answer => ({
  ...answer,
  choices: answer.choices.map((choice) => ({
    ...choice,
    finish_reason: 'content_filter',
    message: { content: '' },
  })),
});

export const honestOnes: readonly HeldOut[] = [
  honest('thinks a small limit away', {
    says: thinksFirst,
    record: claims({}, ['reasoning', 'reasoning_effort']),
    broken: ['reasoningEffort'],
  }),
  honest('says what it is about to do', {
    says: inTexts((text) =>
      text.startsWith('{') ? `Sure! Here is the JSON:\n\n\`\`\`json\n${text}\n\`\`\`` : `Sure! ${text}`,
    ),
  }),
  honest('one billion parameters', {
    says: rambles,
    record: claims({ modalities: { input: ['text'], output: ['text'] }, context_window: 8_192 }),
  }),
  honest('thinks aloud in tags', {
    says: inTexts((text) => `<think>\nThe user wants this. Let me see.\n</think>\n\n${text}`),
  }),
  honest('counts nothing, or zero', {
    says: inUsage(() => ({
      prompt_tokens: 0,
      completion_tokens: 0,
      total_tokens: 0,
      prompt_tokens_details: null,
    })),
    broken: ['streamUsage', 'promptCache', 'usageGrows', 'countsAgree'],
  }),
  honest('counts its chat template', {
    says: inUsage(({ prompt_tokens }) => ({ prompt_tokens: prompt_tokens + 180 })),
  }),
  honest('batches on a GPU', { says: jitters, broken: ['seed', 'temperature0'] }),
  honest('refuses in its own words', {
    record: claimsNothing,
    refuses: refuseFields(
      (field) => ({
        status: 422,
        body: {
          detail: [{ type: 'extra_forbidden', loc: ['body', field], msg: 'Extra inputs are not permitted' }],
        },
      }),
      'seed',
      'n',
      'logprobs',
      'reasoning_effort',
      'response_format',
    ),
    broken: ['seed', 'n', 'logprobs', 'reasoningEffort', 'jsonMode', 'jsonSchema'],
  }),
  honest('leaves out what it does not list', {
    record: { ...claimsNothing, supported_parameters: ['max_tokens', 'stop', 'temperature'] },
    reads: (body) =>
      without(body, 'seed', 'n', 'logprobs', 'tools', 'tool_choice', 'response_format', 'reasoning_effort'),
    broken: [
      'seed',
      'n',
      'logprobs',
      'toolsAuto',
      'toolsForced',
      'toolsParallel',
      'jsonMode',
      'jsonSchema',
      'reasoningEffort',
    ],
  }),
  honest('template without a system role', {
    refuses: (body) =>
      roleRefused('system', 'System role not supported')(body) ??
      roleRefused('developer', 'Unexpected role developer')(body),
    broken: ['systemRole', 'developerRole'],
  }),
  honest('wants max_completion_tokens', {
    models: ['o4-mini'],
    split: byTokenizer,
    refuses: (body) =>
      body.max_tokens !== undefined
        ? refusal(
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
          )
        : body.temperature !== undefined && body.temperature !== 1
          ? refusal(
              "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
            )
          : null,
    record: claimsNothing,
  }),
  honest('a date at the end', {
    models: ['gpt-4o'],
    split: byTokenizer,
    says: (answer) => ({ ...answer, model: 'gpt-4o-2024-08-06' }),
  }),
  honest('another order of words', {
    models: ['claude-sonnet-4'],
    says: (answer) => ({ ...answer, model: 'anthropic/claude-4-sonnet-20250514' }),
  }),
  honest('three names of one model', {
    models: ['lab/chat', 'lab/chat-latest', 'lab/chat-2026-01'],
    says: (answer) => ({ ...answer, model: 'lab/chat-2026-01' }),
    traits: () => ({ engine: 'chat' }),
  }),
  honest('one at a time', { refuses: oneAtATime() }),
  honest('behind a proxy that collects', {
    record: claimsNothing,
    waitsMs: [700, 0],
    streams: (events) => [events.join('')],
    broken: ['stream'],
  }),
  honest('blanks around', { says: inTexts((text) => ` ${text}\n`) }),
  honest('bytes as tokens', {
    split: (text) => text.match(/[\x20-\x7e]{1,2}|[\s\S]/g) ?? [],
    models: ['glm-4-air'],
  }),
  honest('sees 224 pixels', { says: inTexts(digitOff), broken: ['vision'] }),
  honest('caches what is marked, from 4,096 tokens', {
    record: { ...claims(), prompt_caching: true },
    says: cachesMarked(4_096),
  }),
  honest('overlooks the middle', { says: overlooksTheMiddle, broken: ['context'] }),
  honest('a window of 2,000 tokens that no catalog has', {
    record: claimsNothing,
    refuses: (body) =>
      promptOf(body).length > 9_000 ? refusal('This model’s maximum context length is 2048 tokens.') : null,
    broken: ['limitsHold'],
  }),
  honest('replies of 120 tokens that no catalog has', {
    record: claimsNothing,
    reads: (body) => ({ ...body, max_tokens: Math.min(most(body), 120) }),
    broken: ['limitsHold'],
  }),
  honest('arguments as an object', { says: argumentsAs((text) => JSON.parse(text)) }),
  honest('one tool after the other', { says: oneCall, broken: ['toolsParallel'] }),
  honest('answers in Spanish', {
    says: inSpanish,
    record: claims({ modalities: { input: ['text'], output: ['text'] } }),
    broken: ['languages'],
  }),
  honest('refuses codes', { says: cannot, broken: ['systemRole', 'context'] }),
  honest('a filter that cuts', {
    says: (answer, asked) => (/code/.test(promptOf(asked)) ? filtered(answer) : answer),
    broken: ['systemRole', 'context'],
  }),
  honest('a price for each request', {
    record: { gatehouse: { pricing: { unit: 'request', input: 1, output: 0 } } },
    charges: () => 0.001,
  }),
  honest('embeddings alone', {
    models: ['text-embedding-3-small'],
    record: claimsNothing,
    refuses: () =>
      refusal('This is not a chat model and thus not supported in the v1/chat/completions endpoint.', 404),
    broken: ['reply'],
  }),
  honest('numbers as its own tokens', {
    split: (text) => text.match(/\d|[^\d]{1,4}/g) ?? [],
    models: ['gemma-3-4b-it'],
    says: (answer) => ({ ...answer, model: 'google/gemma-3-4b-it' }),
  }),
];
