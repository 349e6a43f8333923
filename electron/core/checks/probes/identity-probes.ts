/** Probes of whether the gateway sends what was ordered: this model, counted truly. */
import { endingOf } from '../../../../shared/chat/finish-reason';
import { compareNames, isCountedByO200k, isSameModel } from '../model-names';
import type { SeenReply } from '../seen';
import {
  type Ask,
  type AskFor,
  chat,
  Decided,
  fails,
  figure,
  type Probe,
  plainText,
  replyTo,
  type Subject,
  unclear,
  works,
} from './probe';
import { fillerLines } from './prompt-probes';

const modelName: Probe = {
  id: 'modelName',
  asks: () => [chat('named', 'Reply with the word ready.', { max_tokens: 100 })],
  async run(ask, { model }) {
    const { model: answered } = await replyTo(ask, 'named');
    if (answered === null || answered.trim() === '') return unclear('The answer doesn’t name its model.');
    switch (compareNames(model, answered)) {
      case 'same':
        return works(`The answer names ${answered}.`);
      case 'other':
        return fails(`${model} was asked for, and the answer names ${answered}.`);
      default:
        return unclear(`The answer names ${answered}, which may be another name of ${model}.`);
    }
  },
};

const measureText = (tokens: number, { seed, model }: Subject): string =>
  `${fillerLines(tokens, seed, model, 'count').join('\n')}\n\nReply with the word ready.`;

/** @throws Decided where the gateway counts nothing */
function promptTokensOf({ usage }: SeenReply): number {
  if (usage === null) throw new Decided(unclear('The gateway doesn’t count tokens.'));
  return usage.promptTokens;
}

const tokenCounts: Probe = {
  id: 'tokenCounts',
  asks: (subject) =>
    isCountedByO200k(subject.model)
      ? [chat('short', measureText(60, subject)), chat('long', measureText(600, subject))]
      : [],
  async run(ask, subject, { countTokens }) {
    // What a gateway adds around a prompt is in both, so only the difference is compared.
    const counted = promptTokensOf(await replyTo(ask, 'long')) - promptTokensOf(await replyTo(ask, 'short'));
    const tokens =
      (await countTokens(measureText(600, subject))) - (await countTokens(measureText(60, subject)));
    const off = Math.abs(counted - tokens) / tokens;
    const figures = [figure('Counted', counted, 'tokens'), figure('By the tokenizer', tokens, 'tokens')];
    if (off <= 0.02) return works(`The counted tokens are those of the tokenizer of this model.`, figures);
    const note = `${counted} tokens were counted for a text that has ${tokens} for this model.`;
    return off > 0.15 ? fails(note, figures) : unclear(note, figures);
  },
};

const countsAgree: Probe = {
  id: 'countsAgree',
  asks: (subject) => [
    chat('whole', measureText(120, subject)),
    chat('stream', measureText(120, subject), { stream: true, stream_options: { include_usage: true } }),
  ],
  async run(ask) {
    const whole = promptTokensOf(await replyTo(ask, 'whole'));
    const streamed = promptTokensOf(await replyTo(ask, 'stream'));
    const figures = [figure('Whole reply', whole, 'tokens'), figure('Stream', streamed, 'tokens')];
    const off = Math.abs(whole - streamed);
    if (off <= Math.max(3, whole * 0.01)) return works(`One prompt has ${whole} tokens both ways.`, figures);
    const note = `One prompt has ${whole} tokens in a whole reply and ${streamed} in a stream.`;
    return off > whole * 0.1 ? fails(note, figures) : unclear(note, figures);
  },
};

const LENGTHS = [100, 300, 700] as const;
/** No tokenizer makes more of plain English, nor so few. */
const MOST_PER_CHARACTER = 1.1;
const LEAST_PER_CHARACTER = 0.08;
const UNUSUAL_PER_CHARACTER = 0.55;

const usageGrows: Probe = {
  id: 'usageGrows',
  asks: (subject) => LENGTHS.map((tokens) => chat(`${tokens}`, measureText(tokens, subject))),
  async run(ask, subject) {
    const counts: number[] = [];
    let last: SeenReply | null = null;
    for (const tokens of LENGTHS) {
      last = await replyTo(ask, `${tokens}`);
      counts.push(promptTokensOf(last));
    }
    const characters = LENGTHS.map((tokens) => measureText(tokens, subject).length);
    return judgeGrowth(counts, characters, last);
  },
};

const between = (list: readonly number[], from: number, to: number) => (list[to] ?? 0) - (list[from] ?? 0);

function judgeGrowth(counts: readonly number[], characters: readonly number[], last: SeenReply | null) {
  const figures = counts.map((count, at) => figure(`${characters[at]} characters`, count, 'tokens'));
  const told = `Texts of ${characters.join(', ')} characters were counted with ${counts.join(', ')} tokens`;
  const first = between(counts, 0, 1) / between(characters, 0, 1);
  const second = between(counts, 1, 2) / between(characters, 1, 2);
  if (first <= 0 || second <= 0) return fails(`${told}: a longer text doesn’t count more.`, figures);
  const whole = between(counts, 0, 2) / between(characters, 0, 2);
  if (whole > MOST_PER_CHARACTER || whole < LEAST_PER_CHARACTER)
    return fails(`${told}, which no tokenizer does.`, figures);
  const bend = Math.max(first, second) / Math.min(first, second);
  if (bend > 1.6) return fails(`${told}: they don’t grow with the text.`, figures);
  const reply = replyProblem(last);
  if (reply !== null) return fails(reply, figures);
  if (bend > 1.2 || whole > UNUSUAL_PER_CHARACTER) return unclear(`${told}, which is unusual.`, figures);
  return works(`${told}: they grow with the text.`, figures);
}

/** What is counted for a short reply; reasoning that is not shown may be in it. */
function replyProblem(last: SeenReply | null): string | null {
  const { usage = null, text = '', reasoning = '', finish = null } = last ?? {};
  if (usage === null || text === '' || endingOf(finish) === 'limit') return null;
  if (usage.completionTokens * 24 < text.length)
    return `${usage.completionTokens} tokens were counted for a reply of ${text.length} characters.`;
  const isThinking = reasoning !== '' || (usage.reasoningTokens ?? 0) > 0;
  // The request allows 64.
  return !isThinking && usage.completionTokens > 200
    ? `${usage.completionTokens} tokens were counted for a reply of ${text.length} characters that may have 64.`
    : null;
}

const questions = [
  'Describe a lighthouse at night in one unusual sentence.',
  'Invent a proverb about patience and explain it in one sentence.',
  'Write one sentence about a train that never arrives.',
] as const;

const openQuestion = (at: number, more: Partial<Ask> = {}): Ask => ({
  ...chat(`question ${at + 1}`, questions[at] ?? '', { temperature: 0, max_tokens: 90 }),
  ...more,
});

/** The next two of the check, in a circle, that are not only another build of it. */
const othersOf = ({ models, model }: Subject): readonly string[] => {
  const at = models.indexOf(model);
  const rest = [...models.slice(at + 1), ...models.slice(0, at)];
  return rest.filter((other) => !isSameModel(model, other)).slice(0, 2);
};

const MIN_LENGTH = 24;

const ownEngine: Probe = {
  id: 'ownEngine',
  asks(subject) {
    const others = othersOf(subject);
    if (others.length < 2) return [];
    return [
      ...questions.map((_, at) => openQuestion(at)),
      openQuestion(0, { step: 'question 1 again' }),
      ...others.flatMap((model) =>
        questions.map((_, at) => openQuestion(at, { model, name: `${model} question ${at + 1}` })),
      ),
    ];
  },
  async run(ask, subject) {
    const own = await textsOf(ask, (at) => `question ${at + 1}`);
    if (own.some((text) => text.length < MIN_LENGTH))
      return unclear('The replies are too short to tell engines apart.');
    const alike: { readonly model: string; readonly same: number }[] = [];
    for (const model of othersOf(subject)) {
      const texts = await textsOf(ask, (at) => `${model} question ${at + 1}`);
      alike.push({ model, same: texts.filter((text, at) => text === own[at]).length });
    }
    const names = alike.map(({ model }) => model).join(' and ');
    if (alike.every(({ same }) => same === questions.length))
      return fails(`To ${questions.length} open questions it replies word for word as ${names} do.`);
    const partly = alike.filter(({ same }) => same > 0);
    if (partly.length > 0)
      return unclear(
        `Some replies are word for word those of ${partly.map(({ model }) => model).join(' and ')}.`,
      );
    const [again = ''] = [plainText((await replyTo(ask, 'question 1 again')).text)];
    return again === own[0]
      ? works(`Its replies are steady, and none is one of ${names}.`)
      : unclear('Its replies to one question differ, so one engine can’t be told from another.');
  },
};

async function textsOf(ask: AskFor, nameOf: (at: number) => string): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const at of questions.keys()) texts.push(plainText((await replyTo(ask, nameOf(at))).text));
  return texts;
}

const compared = [
  ...questions,
  'List five animals, separated by commas.',
  'What is 37 times 43? Reply with the number only.',
] as const;

const comparedAsk = (at: number, more: Partial<Ask>): Ask => ({
  ...chat(`compared ${at + 1}`, compared[at] ?? '', { temperature: 0, max_tokens: 90 }),
  ...more,
});

const reference: Probe = {
  id: 'reference',
  asks: ({ referenceProfileId }) =>
    referenceProfileId === null
      ? []
      : compared.flatMap((_, at) => [
          comparedAsk(at, {}),
          comparedAsk(at, { profileId: referenceProfileId, name: `reference ${at + 1}` }),
          comparedAsk(at, {
            profileId: referenceProfileId,
            step: `compared ${at + 1} again`,
            name: `reference ${at + 1} again`,
          }),
        ]),
  async run(ask) {
    const likeness: number[] = [];
    const usual: number[] = [];
    const counts: number[] = [];
    for (const at of compared.keys()) {
      const own = await replyTo(ask, `compared ${at + 1}`);
      const other = await replyTo(ask, `reference ${at + 1}`);
      const again = await replyTo(ask, `reference ${at + 1} again`);
      likeness.push(similarity(own.text, other.text));
      usual.push(similarity(other.text, again.text));
      if (own.usage !== null && other.usage !== null)
        counts.push(own.usage.promptTokens / Math.max(1, other.usage.promptTokens));
    }
    return judgeLikeness(likeness, usual, counts);
  },
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Of the mean. */
function standardError(values: readonly number[]): number {
  const middle = mean(values);
  const variance =
    values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / Math.max(1, values.length - 1);
  return Math.sqrt(variance / values.length);
}

/**
 * A low similarity alone is no proof: the same model differs between two servers. Together with another tokenizer it is
 * another model.
 */
function judgeLikeness(likeness: readonly number[], usual: readonly number[], counts: readonly number[]) {
  const [like, most] = [mean(likeness), mean(usual)];
  const doubt = Math.hypot(standardError(likeness), standardError(usual)) * 2;
  const figures = [
    figure('Similarity', like * 100, '%'),
    figure('Uncertainty', doubt * 100, '%'),
    figure('Reference with itself', most * 100, '%'),
  ];
  const told = `Its replies are ${Math.round(like * 100)} % (±${Math.round(doubt * 100)}) like those of the reference, which is ${Math.round(most * 100)} % like itself`;
  // What a gateway adds around a prompt may differ by a few tokens, which is much of a short one.
  const otherTokens =
    counts.length === likeness.length && counts.every((count) => count < 0.7 || count > 1.45);
  if (like >= most - doubt && like > 0.5) return works(`${told}.`, figures);
  if (otherTokens && like < most - doubt && like < 0.3)
    return fails(`${told}, and the same prompts have other token counts.`, figures);
  return unclear(`${told}.`, figures);
}

/** 0 to 1: the pairs of words that both have, of all pairs (Jaccard). */
function similarity(one: string, other: string): number {
  const pairs = (text: string) => {
    const words = ['', ...plainText(text).split(' '), ''];
    return new Set(words.slice(1).map((word, at) => `${words[at]} ${word}`));
  };
  const [own, theirs] = [pairs(one), pairs(other)];
  const shared = [...own].filter((pair) => theirs.has(pair)).length;
  return shared / (own.size + theirs.size - shared);
}

export const identityProbes: readonly Probe[] = [
  modelName,
  tokenCounts,
  countsAgree,
  usageGrows,
  ownEngine,
  reference,
];
