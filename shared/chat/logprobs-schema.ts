/** Probabilities of tokens as archives and files of a chat hold them. */
import { z } from 'zod';
import { logprobLimits } from './logprobs';

const alternative = {
  token: z.string().max(logprobLimits.tokenCharacters),
  logprob: z.number().max(0).nullable(),
};

export const logprobsSchema = z
  .array(
    z.object({
      ...alternative,
      bytes: z.array(z.int().min(0).max(255)).max(100).optional(),
      others: z.array(z.object(alternative)).max(logprobLimits.alternatives),
    }),
  )
  .max(logprobLimits.tokens);
