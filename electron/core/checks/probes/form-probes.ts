/** Probes of the form of replies: JSON, beginnings, probabilities, effort and scripts. */

import { asRecord, type SeenReply } from '../seen';
import type { Probe } from './probe';
import {
  chat,
  excerpt,
  fails,
  figure,
  isCutEmpty,
  plainText,
  replyTo,
  requireSent,
  thoughtOnly,
  unclear,
  type Verdict,
  works,
} from './probe';

/** A JSON object; also where it stands in a code block. */
const parsedObject = (text: string): Readonly<Record<string, unknown>> | null =>
  objectOf(/^\s*```(?:json)?\s*([\s\S]*?)```\s*$/.exec(text)?.[1] ?? text);

/** An object with other text around it, such as “Sure! Here is the JSON:”. */
const objectInside = (text: string): Readonly<Record<string, unknown>> | null =>
  objectOf(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));

function objectOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? asRecord(value) : null;
  } catch {
    return null;
  }
}

const jsonMode: Probe = {
  id: 'jsonMode',
  asks: () => {
    const format = { response_format: { type: 'json_object' }, max_tokens: 300 };
    return [
      // The word JSON has to occur: OpenAI refuses the mode without it.
      chat('against', 'In one plain English sentence, and not as JSON: what does a cat eat?', format),
      chat('with', 'What does a cat eat? Reply as a JSON object with the key food.', format),
    ];
  },
  async run(ask) {
    const against = await replyTo(ask, 'against', 'JSON mode');
    requireSent(against, 'response_format', 'JSON mode');
    if (parsedObject(against.text) !== null) return works('The reply is a JSON object, against the prompt.');
    if (objectInside(against.text) !== null)
      return unclear(`It writes a JSON object, with other text around it: ${excerpt(against.text)}.`);
    const asked = await replyTo(ask, 'with');
    if (isCutEmpty(against) || isCutEmpty(asked)) return thoughtOnly;
    return parsedObject(asked.text) === null
      ? fails(`The reply is no JSON object: ${excerpt(asked.text)}.`)
      : unclear('It writes JSON when the prompt asks for it; nothing shows that the field enforces it.');
  },
};

const jsonSchema: Probe = {
  id: 'jsonSchema',
  asks: () => {
    const schema = {
      type: 'object',
      additionalProperties: false,
      required: ['tint', 'q7'],
      properties: { tint: { type: 'string', enum: ['mauve', 'ochre'] }, q7: { type: 'integer' } },
    };
    const format = { type: 'json_schema', json_schema: { name: 'probe', strict: true, schema } };
    return [chat('schema', 'Tell me about cats.', { response_format: format, max_tokens: 300 })];
  },
  async run(ask) {
    const seen = await replyTo(ask, 'schema', 'a JSON schema');
    requireSent(seen, 'response_format', 'structured output');
    if (isCutEmpty(seen)) return thoughtOnly;
    if (!follows(parsedObject(seen.text)) && follows(objectInside(seen.text)))
      return unclear(`The fields of the schema came, with other text around them: ${excerpt(seen.text)}.`);
    return follows(parsedObject(seen.text))
      ? works('The reply has exactly the fields of the schema, which the prompt doesn’t name.')
      : fails(`The reply doesn’t follow the schema: ${excerpt(seen.text)}.`);
  },
};

const follows = (value: Readonly<Record<string, unknown>> | null): boolean =>
  value !== null &&
  Object.keys(value).sort().join() === 'q7,tint' &&
  ['mauve', 'ochre'].includes(String(value.tint)) &&
  Number.isInteger(value.q7);

const prefill: Probe = {
  id: 'prefill',
  asks: () => [
    {
      step: 'begun',
      operation: 'chat',
      body: {
        max_tokens: 200,
        messages: [
          {
            role: 'user',
            content: 'Recite the days of the week in order, separated by commas, and nothing else.',
          },
          { role: 'assistant', content: 'Monday, Tuesday, Wednesday,' },
        ],
      },
    },
  ],
  async run(ask) {
    const seen = await replyTo(ask, 'begun', 'a reply that is begun');
    const days = plainText(seen.text);
    if (days.startsWith('thursday friday'))
      return works(`It goes on where the reply was begun: ${excerpt(seen.text)}.`);
    if (isCutEmpty(seen)) return thoughtOnly;
    return days.includes('monday')
      ? fails(`It begins the reply again: ${excerpt(seen.text)}.`)
      : unclear(`It neither goes on nor begins again: ${excerpt(seen.text)}.`);
  },
};

const logprobs: Probe = {
  id: 'logprobs',
  asks: () => [
    chat('logprobs', 'Write one sentence about the sea.', {
      logprobs: true,
      top_logprobs: 2,
      max_tokens: 100,
    }),
  ],
  async run(ask) {
    const seen = await replyTo(ask, 'logprobs', 'log probabilities');
    const [choice] = (asRecord(seen.raw).choices as unknown[] | undefined) ?? [];
    const { content } = asRecord(asRecord(choice).logprobs);
    const tokens = Array.isArray(content) ? content.map(asRecord) : [];
    if (tokens.length === 0) return fails('The reply has no log probabilities.');
    return judgeChances(tokens);
  },
};

type Token = Readonly<Record<string, unknown>>;

/** Rounding of a gateway, or of its numbers of 16 bits. */
const ABOVE_ONE = 1.02;
/** In fewer tokens several may be as likely by chance. */
const ENOUGH_TOKENS = 6;

function judgeChances(tokens: readonly Token[]): Verdict {
  const chances = tokens.map(({ logprob }) => logprob);
  if (!chances.every((chance) => typeof chance === 'number' && chance <= 0))
    return fails('The log probabilities are not numbers of at most 0.');
  const most = Math.max(...tokens.map(sumOfChances));
  if (most > ABOVE_ONE)
    return fails(`The probabilities of different tokens at one place add up to ${most.toFixed(2)}.`);
  if (tokens.length < ENOUGH_TOKENS)
    return unclear(`Only ${tokens.length} tokens have log probabilities: too few to judge them.`);
  const [first] = chances;
  if (chances.some((chance) => chance !== first))
    return works(`${tokens.length} tokens have their log probabilities.`);
  // A server that samples greedily may give each chosen token a probability of 1.
  return first === 0
    ? unclear('Every token has a probability of 1.')
    : fails(`All ${tokens.length} tokens have the same log probability, ${String(first)}.`);
}

/** Of the chosen token and the alternatives, each once: at most 1 in any model. */
function sumOfChances(token: Token): number {
  const listed = Array.isArray(token.top_logprobs) ? token.top_logprobs.map(asRecord) : [];
  const chances = new Map([...listed, token].map((one) => [String(one.token), Number(one.logprob)]));
  return [...chances.values()].reduce((sum, chance) => sum + Math.exp(chance), 0);
}

const riddle =
  'A farmer has 17 sheep. All but 9 run away, then he buys half as many as he has left, rounded down. How many has he? Reply with the number.';

const reasoningEffort: Probe = {
  id: 'reasoningEffort',
  asks: () =>
    ['low', 'high'].map((effort) => ({
      ...chat(effort, riddle, { reasoning_effort: effort, max_tokens: 2_000 }),
    })),
  async run(ask) {
    const low = await replyTo(ask, 'low', 'a reasoning effort');
    const high = await replyTo(ask, 'high');
    const amount = ({ usage, reasoning }: SeenReply) =>
      usage?.reasoningTokens ?? Math.ceil(reasoning.length / 4);
    const [less, more] = [amount(low), amount(high)];
    const figures = [figure('Low effort', less, 'tokens'), figure('High effort', more, 'tokens')];
    if (less === 0 && more === 0)
      return fails('No reasoning was seen or counted, with low or with high effort.', figures);
    return more > less * 1.2
      ? works('High effort takes more reasoning than low effort.', figures)
      : unclear('It reasons, and no more with high effort than with low.', figures);
  },
};

const scripts = [
  ['Japanese', /[\u3040-\u30ff\u4e00-\u9fff]/],
  ['Arabic', /[\u0600-\u06ff]/],
  ['Russian', /[\u0400-\u04ff]/],
  ['Hindi', /[\u0900-\u097f]/],
  ['Korean', /[\uac00-\ud7af]/],
] as const;

const languages: Probe = {
  id: 'languages',
  asks: () => {
    const names = scripts.map(([name]) => name).join(', ');
    return [
      chat('translate', `Translate “good morning” into ${names}, each in its own script, one per line.`, {
        max_tokens: 600,
      }),
    ];
  },
  async run(ask) {
    const seen = await replyTo(ask, 'translate');
    const missing = scripts.filter(([, script]) => !script.test(seen.text)).map(([name]) => name);
    if (missing.length === 0) return works('All five languages came in their own scripts.');
    if (isCutEmpty(seen)) return thoughtOnly;
    return missing.length === scripts.length
      ? fails(`None of five languages came in its own script: ${excerpt(seen.text)}.`)
      : unclear(`Not in its own script: ${missing.join(', ')}.`);
  },
};

export const formProbes: readonly Probe[] = [
  jsonMode,
  jsonSchema,
  prefill,
  logprobs,
  reasoningEffort,
  languages,
];
