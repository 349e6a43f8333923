/** How long a refusal asks to wait: by a field, by Google's `RetryInfo`, or by its words. */
import { isRecord, type JsonRecord, numberOrNull, textOrNull } from './json';

/** `retry in 21.5s`, `try again after 2m3s`, `wait 30 seconds`, `Retry-After: 7`. */
const WORDS_OF_WAITING =
  /\b(?:re-?try|try again|wait|available|resets?|reset)\b[^.\d]{0,40}?(\d+(?:\.\d+)?)\s*(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?)\b(?:\s*(?:and\s+)?(\d+(?:\.\d+)?)\s*(ms|s|secs?|seconds?|m|mins?|minutes?)\b)?/i;
/** `2m3.5s`, as Go and Groq write it. */
const JOINED = /\b(?:re-?try|try again)\b[^.\d]{0,40}?(?:(\d+)h)?(?:(\d+)m)?(\d+(?:\.\d+)?)s\b/i;
/** `请在 26 秒后重试`. */
const CHINESE = /(\d+(?:\.\d+)?)\s*(秒|分钟|分鐘|小时)(?:后|後|之后)/;
/** A longer wait is a date or a mistake. */
const LONGEST_MS = 24 * 3_600_000;

/** `null` where nothing asks for a wait. @param records of the refusal, the error itself first */
export function readStatedWait(message: string, records: readonly JsonRecord[] = []): number | null {
  const waits = records.flatMap(placesOf).map(ofFields);
  const waitMs = waits.find((found) => found !== null) ?? ofWords(message);
  return waitMs !== null && waitMs <= LONGEST_MS ? Math.round(waitMs) : null;
}

/** A record, and what else an error holds that may say it. */
const placesOf = (record: JsonRecord): readonly JsonRecord[] =>
  [record, record.details, record.metadata, record.detail].flat().filter(isRecord);

const SECONDS = [
  ...['retry_after', 'retryAfter', 'retry_after_seconds', 'retryAfterSeconds', 'retry_after_sec'],
  // Hugging Face's models that are still being loaded.
  'estimated_time',
];
const MILLISECONDS = ['retry_after_ms', 'retryAfterMs'];

function ofFields(record: JsonRecord): number | null {
  const delay = /^(\d+(?:\.\d+)?)s$/.exec(textOrNull(record.retryDelay) ?? '')?.[1];
  if (delay !== undefined) return Number(delay) * 1_000;
  return amountAt(record, MILLISECONDS, 1) ?? amountAt(record, SECONDS, 1_000);
}

function amountAt(record: JsonRecord, names: readonly string[], unit: number): number | null {
  const amounts = names.map((name) => numberOrNull(record[name]));
  const amount = amounts.find((one) => one !== null && one >= 0) ?? null;
  return amount === null ? null : amount * unit;
}

function ofWords(message: string): number | null {
  const joined = JOINED.exec(message);
  if (joined !== null) {
    const [, hours = 0, minutes = 0, seconds = 0] = joined;
    return (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000;
  }
  const [, amount, unit = '', more = 0, moreUnit = 's'] =
    WORDS_OF_WAITING.exec(message) ?? CHINESE.exec(message) ?? [];
  return amount === undefined ? null : Number(amount) * unitMs(unit) + Number(more) * unitMs(moreUnit);
}

function unitMs(unit: string): number {
  if (/^(?:ms|milli)/i.test(unit)) return 1;
  if (/^(?:h|小)/i.test(unit)) return 3_600_000;
  return /^(?:m|分)/i.test(unit) ? 60_000 : 1_000;
}

/** Seconds since the epoch would be less. */
const MILLISECONDS_FROM = 1e11;

/**
 * When the limit ends, where the body repeats the headers of the service behind the gateway, as OpenRouter's does for its
 * free models. Milliseconds since the epoch.
 */
export function readStatedReset(records: readonly JsonRecord[]): number | null {
  const headers = records
    .flatMap(placesOf)
    .map(({ headers: held }) => held)
    .filter(isRecord);
  const all = headers.flatMap((one) => Object.entries(one));
  const [, stated] = all.find(([name]) => /^x-ratelimit-reset$/i.test(name)) ?? [];
  const at = numberOrNull(stated);
  // A small number is a span, and of what it is not said.
  if (at === null || at < 1e9) return null;
  return at < MILLISECONDS_FROM ? at * 1_000 : at;
}
