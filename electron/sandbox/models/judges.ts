/**
 * Models that judge answers, the same way each time. They read one JSON object in the newest message: `task`, what to
 * judge by (`rubric`, `criterion` or `reference`), and `answer` or `answers`.
 */
import type { Sight } from '../media/look/look';
import { type ChatModel, lastUserText, type ReplyRequest } from './model';

type Material = Readonly<Record<string, unknown>>;

const record = {
  pricing: { inputMicros: 100, outputMicros: 200 },
  contextWindow: 131_072,
  maxOutput: 16_384,
  tokensPerSecond: 400,
  takes: ['image'],
  writesJson: true,
} as const;

/** Counts how many of the words that matter are in an answer; where an answer comes means nothing to it. */
const honest: ChatModel = {
  ...record,
  id: 'sandbox/judge',
  description:
    'Judges answers by the words in quotation marks of what it is asked to judge by, or by its longer words. The same for ' +
    'every order of the answers.',
  *reply(request) {
    const material = materialIn(request);
    yield JSON.stringify(
      material === null ? { reason: 'There is nothing to judge.' } : verdictOn(material, request),
    );
  },
};

/** Prefers what it sees first, and finds everything good: what a judge must not do. */
const first: ChatModel = {
  ...record,
  id: 'sandbox/judge-first',
  description: 'Judges that everything is good, and that the first of several answers is the best.',
  *reply() {
    const reason = 'It is the first.';
    yield JSON.stringify({
      reason,
      pass: true,
      score: 1,
      meets: true,
      agreement: 'same',
      best: 1,
      better: '1',
      text: '',
    });
  },
};

const rubbish: ChatModel = {
  ...record,
  id: 'sandbox/judge-rubbish',
  description: 'Is asked to judge, and talks about the weather instead.',
  *reply() {
    yield 'What a question! The weather is fine today, {and} that is all I can say.';
  },
};

export const judges: readonly ChatModel[] = [honest, first, rubbish];

function materialIn({ turns }: ReplyRequest): Material | null {
  try {
    const read: unknown = JSON.parse(lastUserText(turns));
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Material) : null;
  } catch {
    return null;
  }
}

function verdictOn(material: Material, { turns }: ReplyRequest): Record<string, unknown> {
  const sights = turns.findLast(({ sights: seen = [] }) => seen.length > 0)?.sights ?? [];
  const seen = sights.map(wordsOf);
  const { task, answer, answers } = material;
  const criterion = textOf(material.rubric ?? material.criterion ?? material.reference);
  const one = seen[0] ?? textOf(answer);
  switch (task) {
    case 'text-in-image':
      return { text: seen.join(' ') };
    case 'factuality':
    case 'model-graded-factuality':
      return agreementOf(one, criterion);
    case 'select-best':
    case 'pairwise': {
      const texts = (Array.isArray(answers) ? answers : []).map(
        (each: { answer?: unknown }, at) => seen[at] ?? textOf(each.answer),
      );
      return task === 'pairwise' ? better(texts, criterion) : best(texts, criterion);
    }
    default: {
      const { score, reason } = scoreOf(one, criterion);
      return { reason, pass: score === 1, score, meets: score === 1 };
    }
  }
}

/** Of an image it knows the format, the size, the colors, and the words kept in its file. */
const wordsOf = ({ format, width, height, colors, texts }: Sight): string =>
  [`${format} ${width}×${height}`, ...colors.map(({ name }) => name), ...texts.map(({ text }) => text)].join(
    ' ',
  );

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const folded = (text: string): string => text.toLowerCase().trim();

function scoreOf(answer: string, criterion: string): { readonly score: number; readonly reason: string } {
  const quoted = [...criterion.matchAll(/["“]([^"”]+)["”]/g)].map(([, inside = '']) => inside);
  const wanted = quoted.length > 0 ? quoted : (criterion.match(/\p{L}{5,}/gu) ?? []);
  const found = wanted.filter((word) => folded(answer).includes(folded(word)));
  const reason = `It has ${found.length} of ${wanted.length}: ${found.join(', ') || 'nothing'}.`;
  return { score: wanted.length === 0 ? 1 : found.length / wanted.length, reason };
}

function agreementOf(answer: string, reference: string): Record<string, unknown> {
  const [mine, theirs] = [folded(answer), folded(reference)];
  const agreement =
    mine === theirs
      ? 'same'
      : mine.includes(theirs)
        ? 'superset'
        : mine !== '' && theirs.includes(mine)
          ? 'subset'
          : 'contradiction';
  return { reason: `Compared with the reference it is: ${agreement}.`, agreement };
}

/** Of equal answers the longest, then the first in the alphabet. */
function best(answers: readonly string[], criterion: string): Record<string, unknown> {
  const ranked = answers
    .map((text, at) => ({ text, at, ...scoreOf(text, criterion) }))
    .sort(
      (one, other) =>
        other.score - one.score || other.text.length - one.text.length || (one.text < other.text ? -1 : 1),
    );
  return { reason: ranked[0]?.reason ?? '', best: (ranked[0]?.at ?? 0) + 1 };
}

function better(answers: readonly string[], criterion: string): Record<string, unknown> {
  const [one, other] = answers.map((text) => scoreOf(text, criterion));
  if (one === undefined || other === undefined || one.score === other.score)
    return { reason: 'Both are as good.', better: 'tie' };
  const [winner, reason] = one.score > other.score ? ['1', one.reason] : ['2', other.reason];
  return { reason, better: winner };
}
