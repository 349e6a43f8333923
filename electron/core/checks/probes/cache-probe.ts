/** The probe of prompt caching: whether what is sent again is counted as cached. */
import {
  type Ask,
  type AskFor,
  Decided,
  fails,
  figure,
  isRefusal,
  type Probe,
  replyTo,
  type Subject,
  unclear,
  type Verdict,
  works,
} from './probe';
import { fillerLines, fits } from './prompt-probes';

/** Longer than the shortest prefix that any known service caches, which is 1,024 tokens. */
const CACHED_TOKENS = 1_700;
/** And this than the longest: some models are cached only from 4,096 tokens, and some only where the prompt marks it. */
const MARKED_TOKENS = 4_900;

function cacheAsk({ seed, model }: Subject, step: string): Ask {
  const isMarked = step.startsWith('marked');
  const lines = fillerLines(isMarked ? MARKED_TOKENS : CACHED_TOKENS, seed, model, 'cache', String(isMarked));
  const text = `Notes of run ${seed}:\n${lines.join('\n')}`;
  const content = isMarked ? [{ type: 'text', text, cache_control: { type: 'ephemeral' } }] : text;
  const messages = [
    { role: 'system', content },
    { role: 'user', content: 'Reply with the word ready.' },
  ];
  return { step, operation: 'chat', body: { messages, max_tokens: 64 } };
}

export const promptCache: Probe = {
  id: 'promptCache',
  asks: (subject) =>
    [...plainSteps, ...(fits(subject, MARKED_TOKENS) ? markedSteps : [])].map((step) =>
      cacheAsk(subject, step),
    ),
  async run(ask, subject) {
    const plain = await cachedIn(ask, plainSteps);
    if (plain.verdict !== null) return plain.verdict;
    if (plain.first > 0) return unclear(`${plain.first} tokens are counted as cached, the first time too.`);
    const none = 'The same long prompt was sent three times, and no token came from a cache';
    if (!fits(subject, MARKED_TOKENS))
      return unclear(`${none}. The context is too short to ask with a longer one.`);
    const probed = await ask('marked');
    if (isRefusal(probed)) return unclear(`${none}. A longer prompt that is marked to be cached is refused.`);
    const marked = await cachedIn(ask, markedSteps);
    return (
      marked.verdict ??
      fails(`${none}; nor of one of about ${MARKED_TOKENS} tokens that was marked to be cached.`)
    );
  },
};

const plainSteps = ['first', 'second', 'third'] as const;
const markedSteps = ['marked', 'marked again'] as const;

/** Whether later ones of the same request have more tokens from a cache than the first. */
async function cachedIn(
  ask: AskFor,
  steps: readonly string[],
): Promise<{ readonly verdict: Verdict | null; readonly first: number }> {
  let first: number | null = null;
  for (const step of steps) {
    const { usage } = await replyTo(ask, step);
    if (usage?.cachedTokens === undefined)
      throw new Decided(unclear('The gateway doesn’t say how many tokens came from a cache.'));
    const { cachedTokens, promptTokens } = usage;
    if (first !== null && cachedTokens > first)
      return {
        first,
        verdict: works(`Sent again, ${cachedTokens} of ${promptTokens} prompt tokens came from the cache.`, [
          figure('Cached', cachedTokens, 'tokens'),
        ]),
      };
    first ??= cachedTokens;
  }
  return { first: first ?? 0, verdict: null };
}
