/**
 * What a gateway's headers say of its rate limit. Names and shapes follow OpenAI (`x-ratelimit-remaining-requests`,
 * a reset such as `6m0s`), Anthropic (`anthropic-ratelimit-requests-reset`, a date), the common `x-ratelimit-*`, and
 * the drafts of the IETF (`RateLimit-Remaining`; `RateLimit: "default";r=4;t=30`).
 */
import type { AppErrorData } from '../errors';
import { untilStated } from './stated-time';

/** Each part is `null` where the gateway didn't state it. */
export interface RateLimit {
  readonly limit: number | null;
  readonly remaining: number | null;
  /** Milliseconds until the limit is whole again: 0 to 24 hours. */
  readonly resetMs: number | null;
}

export interface RateLimits {
  readonly requests: RateLimit | null;
  readonly tokens: RateLimit | null;
}

/** What a profile's gateway said last. */
export interface ProfileRate extends RateLimits {
  readonly profileId: string;
  /** From when the resets count, in milliseconds since the epoch. */
  readonly at: number;
}

/** The value of a header by its name in lower case, or `null`. */
export type HeaderReader = (name: string) => string | null;

type Field = 'limit' | 'remaining' | 'reset';
type Names = (field: Field) => string;

const named = (kind: 'requests' | 'tokens'): readonly Names[] => [
  (field) => `x-ratelimit-${field}-${kind}`,
  (field) => `anthropic-ratelimit-${kind}-${field}`,
  (field) => `x-ratelimit-${field}-${kind}-minute`,
  (field) => `x-ratelimit-${field}-${kind}-day`,
];

/** Anthropic's of each direction, beside the tighter of them. */
const directed: readonly Names[] = ['input', 'output'].map(
  (kind) => (field: Field) => `anthropic-ratelimit-${kind}-tokens-${field}`,
);

const plain: readonly Names[] = [
  (field) => `x-ratelimit-${field}`,
  (field) => `ratelimit-${field}`,
  (field) => `x-rate-limit-${field}`,
];

/**
 * The limits in the headers of a response; `null` where they state none. Never throws: what can't be right is ignored.
 *
 * @param nowMs milliseconds since the epoch, for resets that are stated as a moment
 */
export function readRateLimits(header: HeaderReader, nowMs: number): RateLimits | null {
  const read = (families: readonly Names[]) => firstStated(families, header, nowMs);
  const requests = read([...named('requests'), ...plain]) ?? readStructured(header);
  const tokens = read([...named('tokens'), ...directed]);
  return requests === null && tokens === null ? null : { requests, tokens };
}

/**
 * Milliseconds until a request that was refused for a limit fits again, by the limits that are used up; `null` where the
 * headers name none. A gateway may state several, and only one of them refused.
 */
export function readSpentResetMs(header: HeaderReader, nowMs: number): number | null {
  const families = [...named('requests'), ...named('tokens'), ...directed, ...plain];
  const stated = [...families.map((name) => firstStated([name], header, nowMs)), readStructured(header)];
  const spent = stated.filter((limit) => limit !== null && (limit.remaining ?? 0) === 0);
  const resets = spent.map((limit) => limit?.resetMs ?? null).filter((reset) => reset !== null);
  return resets.length === 0 ? null : Math.max(...resets);
}

/** The first family of names with a value; all three fields are from it, since two families may mean two limits. */
function firstStated(families: readonly Names[], header: HeaderReader, nowMs: number): RateLimit | null {
  for (const name of families) {
    const limit = readCount(header(name('limit')));
    const remaining = readCount(header(name('remaining')));
    const resetMs = readResetMs(header(name('reset')), nowMs);
    if (limit !== null || remaining !== null || resetMs !== null) return { limit, remaining, resetMs };
  }
  return null;
}

const LONGEST_VALUE = 1_000;
const MOST = 1e12;
const COUNT = /^(\d{1,15})(?:\.\d{1,15})?$/;

/** A whole number, also the first of a list such as `100, 100;w=60`. */
function readCount(value: string | null): number | null {
  if (value === null || value.length > LONGEST_VALUE) return null;
  const digits = COUNT.exec((value.split(/[,;]/, 1)[0] ?? '').trim())?.[1];
  return digits === undefined || Number(digits) > MOST ? null : Number(digits);
}

/** A longer one is another unit, a wrong clock, or hostile. */
const LONGEST_RESET_MS = 24 * 3_600_000;
const within = (ms: number): number | null => (ms <= LONGEST_RESET_MS ? Math.max(0, Math.round(ms)) : null);

/** Seconds from now, a moment since the epoch, a duration such as `1m30s`, or a date. */
function readResetMs(value: string | null, nowMs: number): number | null {
  const untilMs = untilStated(value?.trim() ?? '', nowMs);
  return untilMs === null ? null : within(untilMs);
}

/** `RateLimit: limit=100, remaining=4, reset=30`, or `"burst";r=4;t=30` with its quota in `RateLimit-Policy`. */
function readStructured(header: HeaderReader): RateLimit | null {
  const value = header('ratelimit');
  if (value === null || value.length > LONGEST_VALUE) return null;
  const field = (text: string, name: string) =>
    readCount(new RegExp(`(?:^|[;,\\s])${name}\\s*=\\s*(\\d{1,15})(?![\\d.])`).exec(text)?.[1] ?? null);
  const seconds = (count: number | null) => (count === null ? null : within(count * 1_000));
  const policy = header('ratelimit-policy')?.slice(0, LONGEST_VALUE) ?? '';
  const stated = value.split(',').map((item) => ({
    limit: field(policy.includes(',') ? '' : policy, 'q'),
    remaining: field(item, 'r'),
    resetMs: seconds(field(item, 't')),
  }));
  const [tightest] = stated
    .filter(({ remaining }) => remaining !== null)
    .sort((one, other) => (one.remaining ?? 0) - (other.remaining ?? 0));
  if (tightest !== undefined) return tightest;
  const [limit, remaining] = [field(value, 'limit'), field(value, 'remaining')];
  const resetMs = seconds(field(value, 'reset'));
  return limit === null && remaining === null && resetMs === null ? null : { limit, remaining, resetMs };
}

/** What a call waits for before it is sent, or sent again: nothing of it is at work at the gateway meanwhile. */
export interface CallWait {
  /** When it is sent; milliseconds since the epoch. */
  readonly nextAt: number;
  /** Refusals in a row; 0 where it waits only for what the gateway's headers said. */
  readonly failedInARow: number;
  /** The last refusal. */
  readonly lastError: AppErrorData | null;
  /** It waits for the gateway's rate limit, by what its headers said: no refusal made it wait. */
  readonly isPaced?: boolean;
}
