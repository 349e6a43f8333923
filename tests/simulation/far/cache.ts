/** A model that keeps marked prompts for a while: what it reads, keeps and charges of each request. */
import type { Body, Gateway } from './gateway';
import type { CacheUse } from './meaning';

export const CACHED = 'sim/cached';

/** Credits for 1,000 tokens. To keep them for long costs so much that no bound without it holds. */
const prices = { input: 0.2, cached_input: 0.02, cache_write: 0.5, cache_write_1h: 40, output: 0.5 } as const;

export const cachedPricing = () => ({
  simulated: { pricing: { currency: 'credits', unit: 'token', ...prices } },
});

const MINUTES = { '5m': 5, '1h': 60 } as const;
type Time = keyof typeof MINUTES;

const CHARACTERS_PER_TOKEN = 4;
const OUTPUT = 9;

interface Mark {
  /** The number of messages up to it. */
  readonly end: number;
  readonly time: Time;
}

/** The longest marked prompt that is still kept is read; what is behind it up to the last mark is kept from now on. */
export function readCache(gateway: Gateway, body: Body): CacheUse {
  const messages = (body.messages ?? []) as readonly unknown[];
  const now = gateway.world.scheduler.now();
  const tokensTo = (end: number) => tokensIn(messages.slice(0, end));
  const keyTo = (end: number) => JSON.stringify(messages.slice(0, end), withoutMarks);
  const marks = marksIn(messages);
  const known = marks.findLast(({ end }) => (gateway.caches.get(keyTo(end)) ?? 0) > now)?.end ?? 0;
  for (const { end, time } of marks) gateway.caches.set(keyTo(end), now + MINUTES[time] * 60_000);
  const fresh = marks.filter(({ end }) => end > known);
  const written = fresh.map(({ end, time }, at) => ({
    time,
    tokens: tokensTo(end) - tokensTo(fresh[at - 1]?.end ?? known),
  }));
  const sum = (of: typeof written) => of.reduce((total, { tokens }) => total + tokens, 0);
  return {
    prompt: tokensTo(messages.length),
    cached: tokensTo(known),
    written: sum(written),
    writtenHour: sum(written.filter(({ time }) => time === '1h')),
  };
}

/** Where a message has no text in parts, nobody can mark it. */
function marksIn(messages: readonly unknown[]): readonly Mark[] {
  return messages.flatMap((message, at): readonly Mark[] => {
    const [, control] = /"cache_control":(\{[^}]*\})/.exec(JSON.stringify(message)) ?? [];
    return control === undefined ? [] : [{ end: at + 1, time: control.includes('"1h"') ? '1h' : '5m' }];
  });
}

const withoutMarks = (name: string, value: unknown): unknown =>
  name === 'cache_control' ? undefined : value;

const tokensIn = (messages: readonly unknown[]): number =>
  Math.ceil(JSON.stringify(messages, withoutMarks).length / CHARACTERS_PER_TOKEN);

/** In millionths of a credit. */
export function cachedPriceOf({ prompt, cached, written, writtenHour }: CacheUse): number {
  const plain = prompt - cached - written;
  const millicredits =
    plain * prices.input +
    cached * prices.cached_input +
    (written - writtenHour) * prices.cache_write +
    writtenHour * prices.cache_write_1h +
    OUTPUT * prices.output;
  return Math.round(millicredits * 1_000);
}

/** As Anthropic's compatible gateways state it, beside OpenAI's fields. */
export const cachedUsage = ({ prompt, cached, written, writtenHour }: CacheUse) => ({
  ...{ prompt_tokens: prompt, completion_tokens: OUTPUT },
  prompt_tokens_details: { cached_tokens: cached, cache_write_tokens: written },
  cache_creation: {
    ephemeral_5m_input_tokens: written - writtenHour,
    ephemeral_1h_input_tokens: writtenHour,
  },
});
