/** How long the words of a refusal ask to wait. */
import { isRecord, type JsonRecord, numberOrNull, textOrNull } from './json';

/** `retry in 21.5s`, `try again after 2m3s`, `wait 30 seconds`, `Retry-After: 7`. */
const WORDS =
  /\b(?:re-?try|try again|wait|available|resets?|reset)\b[^.\d]{0,40}?(\d+(?:\.\d+)?)\s*(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?)\b(?:\s*(?:and\s+)?(\d+(?:\.\d+)?)\s*(ms|s|secs?|seconds?|m|mins?|minutes?)\b)?/i;
/** `2m3.5s`, as Go and Groq write it. */
const JOINED = /\b(?:re-?try|try again)\b[^.\d]{0,40}?(?:(\d+)h)?(?:(\d+)m)?(\d+(?:\.\d+)?)s\b/i;
/** A longer wait is a date or a mistake. */
const LONGEST_MS = 24 * 3_600_000;

/** Also Google's `RetryInfo` among the details; `null` where nothing asks for a wait. */
export function readStatedWait(message: string, error: JsonRecord = {}): number | null {
  const waitMs = ofDetails(error) ?? ofWords(message);
  return waitMs !== null && waitMs <= LONGEST_MS ? Math.round(waitMs) : null;
}

function ofDetails({ details, retry_after, retryAfter }: JsonRecord): number | null {
  const seconds = numberOrNull(retry_after ?? retryAfter);
  if (seconds !== null && seconds >= 0) return seconds * 1_000;
  const delays = [details].flat().map((one) => (isRecord(one) ? textOrNull(one.retryDelay) : null));
  const delay = delays
    .map((text) => /^(\d+(?:\.\d+)?)s$/.exec(text ?? '')?.[1])
    .find((text) => text !== undefined);
  return delay === undefined ? null : Number(delay) * 1_000;
}

function ofWords(message: string): number | null {
  const joined = JOINED.exec(message);
  if (joined !== null) {
    const [, hours = 0, minutes = 0, seconds = 0] = joined;
    return (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000;
  }
  const [, amount, unit = '', more = 0, moreUnit = 's'] = WORDS.exec(message) ?? [];
  return amount === undefined ? null : Number(amount) * unitMs(unit) + Number(more) * unitMs(moreUnit);
}

function unitMs(unit: string): number {
  if (/^(?:ms|milli)/i.test(unit)) return 1;
  if (/^h/i.test(unit)) return 3_600_000;
  return /^m/i.test(unit) ? 60_000 : 1_000;
}
