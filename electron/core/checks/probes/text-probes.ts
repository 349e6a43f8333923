/** Probes of text: replies, streams, roles and what bounds them. */

import { endingOf } from '../../../../shared/chat/finish-reason';
import type { SeenReply } from '../seen';
import type { Probe } from './probe';
import {
  type Ask,
  chat,
  commonStart,
  drawn,
  excerpt,
  fails,
  figure,
  isCutEmpty,
  replyTo,
  requireSent,
  thoughtOnly,
  unclear,
  type Verdict,
  works,
} from './probe';

const reply: Probe = {
  id: 'reply',
  asks: () => [chat('plain', 'Reply with the word ready.', { max_tokens: 256 })],
  async run(ask) {
    const seen = await replyTo(ask, 'plain');
    const time = seen.totalMs === null ? [] : [figure('Time', seen.totalMs, 'ms')];
    if (seen.text.trim() !== '') return works(`It replied ${excerpt(seen.text)}.`, time);
    if (seen.reasoning !== '' || isCutEmpty(seen)) return works('It replied with reasoning only.', time);
    return fails('The reply has no text.', time);
  },
};

/** About 300 tokens that end by themselves. */
const counting = 'Count from 1 to 100. Write all numbers, separated by commas, and nothing else.';
const LONG_REPLY = 600;

/** More than any known service generates: about 5,000 tokens of counted numbers in a second. Faster ones were waiting. */
const FASTEST_CHARACTERS_PER_MS = 8;
/** So many pieces at one moment were sent together. */
const PIECES_OF_MOMENT = 20;
/** Of the wait before: in less, a reply may have been finished before, or a model thinks unseen and then writes fast. */
const SHORT_SPAN = 0.15;
const NOTICEABLE_WAIT_MS = 250;
/** Of the wait before the first piece. */
const LONG_STALL = 0.5;

type Streamed = Pick<SeenReply, 'arrivals' | 'text' | 'reasoning' | 'stalledMs'>;

/** Other probes look at its answer too. */
export const streamAsk: Ask = {
  ...chat('stream', counting, { stream: true, max_tokens: LONG_REPLY }),
  sharedWith: 'stream',
};

const stream: Probe = {
  id: 'stream',
  asks: () => [streamAsk],
  async run(ask) {
    const seen = await replyTo(ask, 'stream', 'streaming');
    return judgeStream(seen);
  },
};

export function judgeStream({ arrivals, text, reasoning, stalledMs = 0 }: Streamed): Verdict {
  const characters = text.length + reasoning.length;
  const [first] = arrivals;
  const last = arrivals.at(-1);
  if (first === undefined || last === undefined || characters < 80)
    return unclear(`The streamed reply is too short to judge: ${characters} characters.`);
  const spanMs = last[0] - first[0];
  const moments = new Set(arrivals.map(([ms]) => ms)).size;
  const figures = [
    figure('Pieces', arrivals.length),
    figure('Moments', moments),
    figure('First piece', first[0], 'ms'),
    figure('First to last piece', spanMs, 'ms'),
  ];
  if (arrivals.length === 1) return fails('The whole reply came in one piece.', figures);
  const rate = characters / Math.max(spanMs, 1);
  const isLate = first[0] >= NOTICEABLE_WAIT_MS;
  const isBurst = moments * PIECES_OF_MOMENT <= arrivals.length && spanMs < first[0] / 2;
  const cameAtOnce = isLate && (isBurst || rate > FASTEST_CHARACTERS_PER_MS);
  if (cameAtOnce && stalledMs > first[0] * LONG_STALL)
    return unclear(
      `This computer was too busy to read for ${stalledMs} of the first ${first[0]} ms, so it is not known when the pieces came.`,
      figures,
    );
  if (cameAtOnce)
    return fails(
      `After ${first[0]} ms all ${arrivals.length} pieces came within ${spanMs} ms, at ${moments} moments: the reply was finished before it was streamed.`,
      figures,
    );
  if (isLate && spanMs < first[0] * SHORT_SPAN)
    return unclear(
      `After ${first[0]} ms all pieces came within ${spanMs} ms: the model may think first, or the reply was finished before.`,
      figures,
    );
  if (arrivals.length < 4) return unclear(`The reply came in ${arrivals.length} large pieces.`, figures);
  return works(`The reply came in ${arrivals.length} pieces over ${spanMs} ms.`, figures);
}

const streamUsage: Probe = {
  id: 'streamUsage',
  asks: () => [
    chat('stream', 'Name three colors.', {
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 200,
    }),
  ],
  async run(ask) {
    const seen = await replyTo(ask, 'stream', 'usage in a stream');
    if (seen.usage === null)
      return fails(
        seen.dropped.includes('stream_options')
          ? 'The gateway refuses stream_options, and the stream ends without token counts.'
          : 'The stream ended without token counts.',
      );
    const { promptTokens, completionTokens } = seen.usage;
    if (promptTokens === 0 && completionTokens === 0)
      return fails('The stream ended with token counts of 0, which can’t be the count of its text.');
    return works(`The stream ended with ${promptTokens} prompt and ${completionTokens} reply tokens.`);
  },
};

const stop: Probe = {
  id: 'stop',
  asks: () => [
    chat('stop', 'Count from 1 to 20. Write the numbers only, separated by spaces.', {
      stop: ['7'],
      max_tokens: 300,
    }),
  ],
  async run(ask) {
    const seen = await replyTo(ask, 'stop', 'stop sequences');
    const numbers = (seen.text.match(/\d+/g) ?? []).map(Number);
    if (numbers.includes(8) && numbers.includes(9))
      return fails(`It counted past the stop sequence 7: ${excerpt(seen.text)}.`);
    if (numbers.includes(5) && !seen.text.includes('7'))
      return works(`It stopped before 7: ${excerpt(seen.text)}.`);
    return isCutEmpty(seen) ? thoughtOnly : unclear(`It didn’t count as asked: ${excerpt(seen.text)}.`);
  },
};

const FEW_TOKENS = 16;
/** No tokenizer puts more characters of counted numbers into one token. */
const MOST_CHARACTERS_PER_TOKEN = 8;

const maxTokens: Probe = {
  id: 'maxTokens',
  asks: () =>
    [chat('limited', counting, { max_tokens: FEW_TOKENS, temperature: 0 })].map((one) => ({
      ...one,
      mostReplyTokens: LONG_REPLY,
    })),
  async run(ask) {
    const seen = await replyTo(ask, 'limited', 'a limit of 16 tokens');
    const characters = seen.text.length;
    const figures = [figure('Reply', characters, 'characters')];
    if (characters > FEW_TOKENS * MOST_CHARACTERS_PER_TOKEN)
      return fails(`The limit was ${FEW_TOKENS} tokens, and ${characters} characters came.`, figures);
    const counted = seen.usage?.completionTokens ?? null;
    if (counted !== null && counted > FEW_TOKENS * 2)
      return fails(`The limit was ${FEW_TOKENS} tokens, and ${counted} were counted.`, figures);
    if (endingOf(seen.finish) === 'limit')
      return works(`The reply was cut at the limit of ${FEW_TOKENS} tokens.`, figures);
    const isShort = characters > 0 && !/\b100\b/.test(seen.text);
    return isShort && /\b[3-9]\b/.test(seen.text)
      ? works('The reply was cut, though the gateway doesn’t say that the limit did it.', figures)
      : unclear(`The reply ended by itself: ${excerpt(seen.text)}.`, figures);
  },
};

const choices: Probe = {
  id: 'n',
  asks: () => [chat('two', 'Name a fruit.', { n: 2, max_tokens: 200 })],
  async run(ask) {
    const seen = await replyTo(ask, 'two', 'several choices');
    const count = seen.choices.length;
    return count === 2 ? works('Two replies came.') : fails(`Two replies were asked for, and ${count} came.`);
  },
};

const story = 'Invent a name for a ship and describe it in one surprising sentence.';

const seedInPart = (figures: Verdict['figures']): Verdict =>
  unclear('With one seed, some replies begin alike, and not all are the same.', figures);

const seed: Probe = {
  id: 'seed',
  asks: ({ seed: run }) => {
    const own = Math.floor(drawn(run, 'seed') * 1e6);
    const body = { temperature: 1, max_tokens: 250 };
    return [
      chat('first', story, { ...body, seed: own }),
      chat('again', story, { ...body, seed: own }),
      chat('other', story, { ...body, seed: own + 1 }),
      chat('third', story, { ...body, seed: own }),
    ];
  },
  async run(ask) {
    const first = await replyTo(ask, 'first', 'a seed');
    requireSent(first, 'seed', 'seed');
    const again = await replyTo(ask, 'again');
    if (isCutEmpty(first) || isCutEmpty(again)) return thoughtOnly;
    const shared = commonStart(first.text, again.text);
    const figures = [figure('Same beginning', shared * 100, '%')];
    if (first.text !== again.text) {
      if (shared > 0.25) return seedInPart(figures);
      const third = await replyTo(ask, 'third');
      // One seed on several machines gives the same reply now and then, and never the same by chance.
      return [first, again].some(({ text }) => commonStart(text, third.text) > 0.25)
        ? seedInPart(figures)
        : fails('With one seed, three different replies came.', figures);
    }
    const other = await replyTo(ask, 'other');
    return other.text === first.text
      ? unclear('Every reply is the same, with one seed and with another.')
      : works('One seed gives one reply, and another seed another.');
  },
};

const temperature0: Probe = {
  id: 'temperature0',
  asks: () => ['first', 'again'].map((step) => chat(step, story, { temperature: 0, max_tokens: 250 })),
  async run(ask) {
    const first = await replyTo(ask, 'first', 'a temperature of 0');
    requireSent(first, 'temperature', 'fixed temperature');
    const again = await replyTo(ask, 'again');
    if (isCutEmpty(first) || isCutEmpty(again)) return thoughtOnly;
    if (first.text === '' || again.text === '') return unclear('A reply has no text.');
    if (first.text === again.text) return works('Two replies at temperature 0 are the same.');
    const shared = commonStart(first.text, again.text);
    const figures = [figure('Same beginning', shared * 100, '%')];
    return shared > 0.25
      ? unclear('Two replies at temperature 0 begin alike and then differ.', figures)
      : fails('Two replies at temperature 0 differ.', figures);
  },
};

export const textProbes: readonly Probe[] = [
  reply,
  stream,
  streamUsage,
  stop,
  maxTokens,
  choices,
  seed,
  temperature0,
];
