import { compareNames, isSameModel, mayBeAlias } from '../model-names';
import {
  type Ask,
  type AskFor,
  chat,
  fails,
  figure,
  type Probe,
  plainText,
  replyTo,
  type Subject,
  unclear,
  works,
} from './probe';
import { longAsk } from './prompt-probes';
import { streamAsk } from './text-probes';

const alsoNamed = [
  ['stream', 'a streamed request'],
  ['3000', 'a long prompt'],
] as const;

const modelName: Probe = {
  id: 'modelName',
  // A gateway may let another model answer some requests only: long ones, streams, later ones.
  asks: (subject) => [
    chat('named', 'Reply with the word ready.', { max_tokens: 100 }),
    streamAsk,
    ...longAsk(subject),
  ],
  async run(ask, subject) {
    const { model } = subject;
    const { model: answered } = await replyTo(ask, 'named');
    const steps = modelName.asks(subject).map(({ step }) => step);
    for (const [step, what] of alsoNamed.filter(([name]) => steps.includes(name))) {
      const seen = await ask(step);
      const other = seen.kind === 'reply' ? (seen.model ?? '') : '';
      if (other !== '' && compareNames(model, other) === 'other')
        return fails(`${model} was asked for, and the answer to ${what} names ${other}.`);
    }
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

const questions = [
  'Describe a lighthouse at night in one unusual sentence.',
  'Invent a proverb about patience and explain it in one sentence.',
  'Write one sentence about a train that never arrives.',
] as const;

const openQuestion = (at: number, more: Partial<Ask> = {}): Ask => ({
  ...chat(`question ${at + 1}`, questions[at] ?? '', { temperature: 0, max_tokens: 90 }),
  ...more,
});

/** The next two of the check, in a circle, that are not only another build of it; names that may be aliases come last. */
const othersOf = ({ models, model }: Subject): readonly string[] => {
  const at = models.indexOf(model);
  const rest = [...models.slice(at + 1), ...models.slice(0, at)];
  const others = rest.filter((other) => !isSameModel(model, other));
  return [...others.filter((other) => !mayBeAlias(other)), ...others.filter(mayBeAlias)].slice(0, 2);
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
    const alike: Alike[] = [];
    for (const model of othersOf(subject)) {
      const texts = await textsOf(ask, (at) => `${model} question ${at + 1}`);
      alike.push({ model, same: texts.filter((text, at) => text === own[at]).length });
    }
    const names = alike.map(({ model }) => model).join(' and ');
    const declared = await declaredAs(ask, subject);
    if (declared !== null && alike.some(isWhole))
      return unclear(`The answers to several of these names name one model, ${declared}.`);
    const other = alike.find((one) => isWhole(one) && compareNames(subject.model, one.model) === 'other');
    if (other !== undefined && !alike.every(isWhole))
      return fails(
        `To ${questions.length} open questions it replies word for word as ${other.model} does, which by its name is another model.`,
      );
    const real = [subject.model, ...alike.filter(isWhole).map(({ model }) => model)].filter(
      (name) => !mayBeAlias(name),
    );
    if (alike.some(isWhole) && real.length < 2) {
      const same = alike.filter(isWhole).map(({ model }) => model);
      return unclear(
        `It replies word for word as ${same.join(' and ')} ${same.length > 1 ? 'do' : 'does'}: by their names they may be aliases of one model.`,
      );
    }
    if (alike.every(isWhole))
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

interface Alike {
  readonly model: string;
  /** To how many of the questions it replies with the same words. */
  readonly same: number;
}

const isWhole = ({ same }: Alike): boolean => same === questions.length;

/** The model that the gateway openly names for this one and for another name too; `null` where it names each by itself. */
async function declaredAs(ask: AskFor, subject: Subject): Promise<string | null> {
  const steps = ['question 1', ...othersOf(subject).map((model) => `${model} question 1`)];
  const named: (string | null)[] = [];
  for (const step of steps) named.push((await replyTo(ask, step)).model);
  const [own = null, ...others] = named;
  return own !== null && others.includes(own) ? own : null;
}

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

export const identityProbes: readonly Probe[] = [modelName, ownEngine, reference];
