/**
 * Probabilities of tokens in the shapes of gateways: OpenAI's `logprobs.content` (also vLLM and llama.cpp), the lists of its
 * older interface (also Together), and llama.cpp's `completion_probabilities`
 * (github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md).
 */
import { type Alternative, logprobLimits, type TokenChance } from '../../../shared/chat/logprobs';
import { isRecord, type JsonRecord } from './json';

/** Of one choice of a reply or of one chunk; empty where it has none. */
export function readLogprobs(choice: JsonRecord): readonly TokenChance[] {
  const { logprobs, completion_probabilities: older } = choice;
  if (isRecord(logprobs)) {
    const { content, tokens } = logprobs;
    if (Array.isArray(content)) return content.filter(isRecord).flatMap(readToken);
    if (Array.isArray(tokens)) return readLists(logprobs, tokens);
  }
  return Array.isArray(older) ? older.filter(isRecord).flatMap(readToken) : [];
}

function readToken(entry: JsonRecord): readonly TokenChance[] {
  const alternative = readAlternative(entry);
  if (alternative === null) return [];
  const listed = [entry.top_logprobs, entry.top_probs, entry.probs].find(Array.isArray) ?? [];
  const bytes = splitBytes(alternative.token, entry.bytes);
  // llama.cpp's older form names the probability of the token among the others alone.
  const others = othersOf(listed.filter(isRecord).map(readAlternative));
  const own = others.find(({ token }) => token === alternative.token)?.logprob ?? null;
  return [
    {
      token: alternative.token,
      logprob: alternative.logprob ?? own,
      ...(bytes !== null && { bytes }),
      others,
    },
  ];
}

function readAlternative(entry: JsonRecord): Alternative | null {
  const token = [entry.token, entry.tok_str, entry.content].find((text) => typeof text === 'string');
  if (typeof token !== 'string') return null;
  const chance = typeof entry.prob === 'number' && entry.prob > 0 ? Math.log(entry.prob) : null;
  return {
    token: token.slice(0, logprobLimits.tokenCharacters),
    logprob: logprobOf(entry.logprob) ?? chance,
  };
}

const othersOf = (found: readonly (Alternative | null)[]): readonly Alternative[] =>
  found
    .filter((one) => one !== null)
    .toSorted((one, other) => (other.logprob ?? -Infinity) - (one.logprob ?? -Infinity))
    .slice(0, logprobLimits.alternatives);

/** Above 0 it would be more than certain. */
const logprobOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value <= 1e-6 ? Math.min(0, value) : null;

/** `tokens`, `token_logprobs` and `top_logprobs`, whose entries are objects of tokens with their values. */
function readLists({ token_logprobs, top_logprobs }: JsonRecord, tokens: readonly unknown[]) {
  const values: readonly unknown[] = Array.isArray(token_logprobs) ? token_logprobs : [];
  const tops: readonly unknown[] = Array.isArray(top_logprobs) ? top_logprobs : [];
  return tokens.flatMap((token, at): readonly TokenChance[] => {
    if (typeof token !== 'string') return [];
    const top = tops[at];
    const others = isRecord(top)
      ? Object.entries(top).map(([other, logprob]) => readAlternative({ token: other, logprob }))
      : [];
    const text = token.slice(0, logprobLimits.tokenCharacters);
    return [{ token: text, logprob: logprobOf(values[at]), others: othersOf(others) }];
  });
}

/** `null` where the text of the token says all that its bytes do, or where it has none. */
function splitBytes(token: string, bytes: unknown): readonly number[] | null {
  if (!Array.isArray(bytes) || bytes.length > 100 || !bytes.every(isByte)) return null;
  return Buffer.from(bytes).equals(Buffer.from(token)) ? null : bytes;
}

const isByte = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < 256;
