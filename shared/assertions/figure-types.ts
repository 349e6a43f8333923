/** Assertions about what the gateway reported, and about likeness to a text. */
import {
  type AssertionInput,
  atLeast,
  atMost,
  type Found,
  inRange,
  type JudgeType,
  quoted,
  said,
} from './found';
import { rouge } from './rouge';
import { bleu, editDistance, gleu } from './text-scores';

const noThreshold = 'The assertion has no threshold.';

export const figureTypes = {
  cost({ threshold, reply: { cost } }) {
    if (threshold === null) return noThreshold;
    if (cost === null) return 'Its cost is not known.';
    return atMost(cost, threshold, `It cost ${cost}`);
  },
  latency({ threshold, reply: { totalMs } }) {
    if (threshold === null) return noThreshold;
    if (totalMs === null) return 'Its time is not known.';
    return atMost(totalMs, threshold, `It took ${totalMs} ms`);
  },
  'finish-reason'({ value, reply: { finishReason } }) {
    if (typeof value !== 'string') return 'The assertion names no finish reason.';
    const what =
      finishReason === null
        ? 'The gateway gave no finish reason.'
        : `The finish reason is ${quoted(finishReason)}.`;
    return said(finishReason?.toLowerCase() === value.toLowerCase(), what, what);
  },
  'token-count'({ value, reply: { tokens = null } }) {
    if (tokens === null) return 'The gateway did not say how many tokens the reply has.';
    return inRange(tokens, value, `${tokens} tokens`);
  },
  perplexity({ threshold, isNot, reply }) {
    const mean = meanLogprob(reply.logprobs);
    if (mean === null) return noProbabilities;
    const found = Math.exp(-mean);
    if (threshold === null) return said(!isNot, '', '');
    return atMost(found, threshold, `The perplexity is ${found.toFixed(2)}`);
  },
  'perplexity-score'({ threshold, isNot, reply }) {
    const mean = meanLogprob(reply.logprobs);
    if (mean === null) return noProbabilities;
    const score = 1 / (1 + Math.exp(-mean));
    if (threshold === null) return { ...said(!isNot, '', ''), score };
    return atLeast(score, threshold, 'The perplexity score');
  },
  levenshtein({ value, threshold, reply }) {
    if (typeof value !== 'string') return noReference;
    const distance = editDistance(reply.text, value);
    if (distance === null) return 'The reply is too long to count its differences.';
    return atMost(distance, threshold ?? 5, `${distance} letters differ from ${quoted(value)}`);
  },
  bleu: (asked) => likeness(asked, bleu, 'BLEU', 0.5),
  gleu: (asked) => likeness(asked, gleu, 'GLEU', 0.5),
  'rouge-n'({ value, threshold, reply }) {
    if (typeof value !== 'string') return noReference;
    return atLeast(rouge(reply.text, value), threshold ?? 0.75, 'ROUGE-N');
  },
} satisfies Record<string, JudgeType>;

const noProbabilities = 'The gateway gave no probabilities of tokens.';
const noReference = 'The assertion names no text to compare with.';

function meanLogprob(logprobs: readonly number[] = []): number | null {
  if (logprobs.length === 0) return null;
  return logprobs.reduce((sum, one) => sum + one, 0) / logprobs.length;
}

type Score = (reply: string, references: readonly string[]) => number;

function likeness(
  { value, threshold, reply }: AssertionInput,
  score: Score,
  name: string,
  usual: number,
): Found | string {
  const references = typeof value === 'string' ? [value] : value;
  if (!Array.isArray(references) || references.length === 0) return noReference;
  if (references.some((one) => typeof one !== 'string')) return noReference;
  return atLeast(score(reply.text, references as readonly string[]), threshold ?? usual, name);
}
