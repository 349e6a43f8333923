/** As much text as requested, as fast as requested, the same for the same seed. */
import { z } from 'zod';
import { createRandom, mixSeed, type Random } from '../random';
import type { ChatModel, ReplyRequest } from './model';

const DEFAULT_TOKENS = 400;
const MAX_TOKENS = 200_000;

const parameters = z.looseObject({ tokens: z.int().min(1).max(MAX_TOKENS).nullish() });

const tokensOf = ({ body }: ReplyRequest): number => parameters.parse(body).tokens ?? DEFAULT_TOKENS;

export const firehose: ChatModel = {
  id: 'sandbox/firehose',
  description:
    'Mixed markdown without end. Extra parameters: tokens (1 to 200000, default 400), tokens_per_second ' +
    '(0 is as fast as possible, default 400), seed (the same seed gives the same text).',
  pricing: { inputMicros: 10, outputMicros: 10 },
  contextWindow: 400_000,
  maxOutput: MAX_TOKENS,
  tokensPerSecond: 400,
  parameters,
  naturalEnd: tokensOf,
  *reply({ seed, choice }) {
    const random = createRandom(mixSeed(seed ?? 0, choice));
    for (let number = 1; ; number += 1) yield `${randomBlock(random, number)}\n\n`;
  },
};

// Blocks of markdown for the firehose, made of words that mean nothing in particular.

type Words = readonly [string, ...string[]];

const subjects: Words = [
  'the river',
  'a quiet valve',
  'every gate',
  'the second reservoir',
  'an old ledger',
  'the night shift',
  'a narrow channel',
  'the measuring station',
  'one careful engineer',
  'the morning report',
  'a borrowed map',
  'the upper meadow',
];
const verbs: Words = [
  'carries',
  'measures',
  'delays',
  'answers',
  'follows',
  'divides',
  'records',
  'releases',
  'outlasts',
  'balances',
  'mirrors',
  'forgets',
];
const objects: Words = [
  'more water than anyone expected',
  'the pressure of the whole valley',
  'a small and regular pulse',
  'what the gauges said at dawn',
  'three separate currents',
  'the shape of the coming week',
  'an almost silent overflow',
  'the difference between two readings',
  'a promise made in spring',
  'every litre that passes',
  'the slow arithmetic of rain',
  'nothing at all, and then everything',
];
const endings: Words = [
  'before noon',
  'without a sound',
  'for the third year in a row',
  'as if it had been planned',
  'under a pale sky',
  'and nobody minds',
  'until the bell rings',
  'by exactly `0.5` units',
  'with **great** patience',
  'in *both* directions',
];
const nouns: Words = ['gate', 'flow', 'level', 'gauge', 'basin', 'pump', 'sluice', 'spring', 'weir', 'lock'];
const languages: Words = ['ts', 'python', 'rust', 'go', 'sql', 'bash'];
const formulas: Words = [
  'Q = A \\cdot v',
  '\\frac{dh}{dt} = \\frac{q_{in} - q_{out}}{A}',
  '\\sum_{i=1}^{n} q_i = 0',
  'E = \\rho g h',
];

/** One block; `number` counts them, so that headings differ. */
export function randomBlock(random: Random, number: number): string {
  const share = random.next();
  if (number % 6 === 1) return `## ${number}. ${capital(random.pick(subjects))}`;
  if (share < 0.55) return paragraph(random);
  if (share < 0.68) return list(random);
  if (share < 0.8) return code(random);
  if (share < 0.88) return table(random);
  if (share < 0.94) return `> ${sentence(random)}\n> ${sentence(random)}`;
  return `$$\n${random.pick(formulas)}\n$$`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const sentence = (random: Random): string =>
  `${capital(random.pick(subjects))} ${random.pick(verbs)} ${random.pick(objects)} ${random.pick(endings)}.`;

const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

const paragraph = (random: Random): string => times(2 + random.below(4), () => sentence(random)).join(' ');

const list = (random: Random): string =>
  times(
    3 + random.below(3),
    (index) => `${random.next() < 0.3 ? '  ' : ''}- ${index + 1}: ${sentence(random)}`,
  )
    .map((line, index) => (index === 0 ? line.trimStart() : line))
    .join('\n');

const table = (random: Random): string => {
  const row = () => `| ${random.pick(nouns)} | ${random.below(1000)} | ${random.pick(endings)} |`;
  return ['| part | reading | note |', '|---|---:|---|', ...times(3 + random.below(3), row)].join('\n');
};

const code = (random: Random): string => {
  const line = () =>
    `${random.pick(nouns)}_${random.below(100)} = ${random.pick(nouns)}(${random.below(1000)}, "${random.pick(verbs)}")`;
  return `\`\`\`${random.pick(languages)}\n${times(3 + random.below(6), line).join('\n')}\n\`\`\``;
};
