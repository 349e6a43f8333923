/** The cache of the itemized models: what was sent before is read from it, a part marked with `cache_control` is written. */
import { type BenchRequest, promptText } from '../bench/mind';

type Messages = BenchRequest['messages'];

const isMarked = ({ content }: Messages[number]): boolean =>
  Array.isArray(content) &&
  content.some((part) => typeof part === 'object' && part !== null && 'cache_control' in part);

/** A shorter prompt is not worth its place. */
const LEAST_TOKENS = 16;

/**
 * Tokens that were read from the cache and written to it. With a mark (docs.anthropic.com/en/docs/build-with-claude/
 * prompt-caching) the prompt up to it is written once and read from then on; without one a prompt that was sent before is
 * read without being charged for its writing, as OpenAI does it.
 */
export function readCache(
  messages: Messages,
  split: (text: string) => readonly string[],
  seen: Set<string>,
): { readonly cached: number; readonly cacheWrite: number } {
  const tokensTo = (end: number) => split(promptText({ model: '', messages: messages.slice(0, end) })).length;
  const marked = messages.findLastIndex(isMarked) + 1;
  if (marked > 0) {
    const tokens = tokensTo(marked);
    const key = `marked ${JSON.stringify(messages.slice(0, marked))}`;
    if (tokens < LEAST_TOKENS) return { cached: 0, cacheWrite: 0 };
    if (seen.has(key)) return { cached: tokens, cacheWrite: 0 };
    seen.add(key);
    return { cached: 0, cacheWrite: tokens };
  }
  const known = longestSeen(messages, seen);
  seen.add(`sent ${JSON.stringify(messages)}`);
  const tokens = known === 0 ? 0 : tokensTo(known);
  return { cached: tokens < LEAST_TOKENS ? 0 : tokens, cacheWrite: 0 };
}

function longestSeen(messages: Messages, seen: ReadonlySet<string>): number {
  for (let end = messages.length; end > 0; end -= 1)
    if (seen.has(`sent ${JSON.stringify(messages.slice(0, end))}`)) return end;
  return 0;
}
