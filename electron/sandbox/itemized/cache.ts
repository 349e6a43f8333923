/** The cache of the itemized models: what was sent before is read from it, a part marked with `cache_control` is written. */
import { type BenchRequest, promptText } from '../bench/mind';

type Messages = BenchRequest['messages'];

const isMarked = ({ content }: Messages[number]): boolean =>
  Array.isArray(content) &&
  content.some((part) => typeof part === 'object' && part !== null && 'cache_control' in part);

/** A shorter prompt is not worth its place. */
const LEAST_TOKENS = 16;

/**
 * Tokens that were read from the cache and written to it. With marks (docs.anthropic.com/en/docs/build-with-claude/
 * prompt-caching) the longest marked prompt that was written before is read, and what is behind it up to the last mark is
 * written; without one a prompt that was sent before is read without being charged for its writing, as OpenAI does it.
 */
export function readCache(
  messages: Messages,
  split: (text: string) => readonly string[],
  seen: Set<string>,
): { readonly cached: number; readonly cacheWrite: number } {
  const tokensTo = (end: number) => split(promptText({ model: '', messages: messages.slice(0, end) })).length;
  const marks = messages.flatMap((message, at) => (isMarked(message) ? [at + 1] : []));
  if (marks.length > 0) {
    const long = marks.filter((end) => tokensTo(end) >= LEAST_TOKENS);
    const known = long.findLast((end) => seen.has(keyOfMark(messages, end))) ?? 0;
    for (const end of long) seen.add(keyOfMark(messages, end));
    const cached = known === 0 ? 0 : tokensTo(known);
    return { cached, cacheWrite: tokensTo(long.at(-1) ?? 0) - cached };
  }
  const known = longestSeen(messages, seen);
  seen.add(`sent ${JSON.stringify(messages)}`);
  const tokens = known === 0 ? 0 : tokensTo(known);
  return { cached: tokens < LEAST_TOKENS ? 0 : tokens, cacheWrite: 0 };
}

/** Whether an earlier message has a mark of its own says nothing of what is kept. */
function keyOfMark(messages: Messages, end: number): string {
  const said = messages.slice(0, end).map((message) => ({ ...message, content: partsOf(message) }));
  return `marked ${JSON.stringify(said, (name, value) => (name === 'cache_control' ? undefined : value))}`;
}

const partsOf = ({ content }: Messages[number]): unknown =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content;

function longestSeen(messages: Messages, seen: ReadonlySet<string>): number {
  for (let end = messages.length; end > 0; end -= 1)
    if (seen.has(`sent ${JSON.stringify(messages.slice(0, end))}`)) return end;
  return 0;
}
