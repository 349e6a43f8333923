/** As much text as requested, as fast as requested, the same for the same seed. */
import { z } from 'zod';
import { createRandom, mixSeed } from '../random';
import { randomBlock } from './firehose-blocks';
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
