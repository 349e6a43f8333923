/**
 * What the words of a refusal say: that the account, key or budget has nothing left, or how long to wait.
 */
import { isRecord, type JsonRecord, numberOrNull, textOrNull } from './json';

const CODE =
  /^(?:(?:insufficient|not_enough)_(?:\w+_)?(?:credits?|quota|balance|funds)|(?:budget|credits?|balance|spend(?:ing)?_limit)_(?:exceeded|exhausted|depleted)|out_of_credits|no_credits|payment_required|billing_(?:hard_)?limit_(?:reached|exceeded)|billing_not_active|exceeded_current_quota|arrearage|account_overdue|insufficient_quota_error)(?:_error)?$/;

const WORDS =
  /\b(?:insufficient|not enough) (?:\w+ )?(?:credits?|balance|funds|quota)\b|\b(?:out of|not enough|exhausted|have no)(?: \w+){0,2} credits?\b|\bno (?:more )?credits? (?:left|remaining|available)\b|\bcredit balance is too low\b|\bbudget (?:has been |is |was )?(?:exceeded|exhausted)|\b(?:account|balance) (?:is |in )?(?:overdue|arrears|negative|exhausted)|\brecharge\b|余额不足|欠费|账户已欠费|\bexceeded (?:your |the |its )?(?:\w+ )?(?:budget|current quota)\b/i;

/** A limit that ends after a time. */
const PASSING =
  /\bper (?:second|minute|hour|day)\b|\bper[- ]?(?:model )?per[- ](?:minute|day)\b|\b(?:retry|try again) (?:in|after)\b/i;

export interface StatedRefusal {
  readonly statusCode: number;
  /** Every code and type that the reply names. */
  readonly codes: readonly string[];
  readonly message: string;
}

export function saysOutOfCredits({ statusCode, codes, message }: StatedRefusal): boolean {
  if (statusCode === 402 || codes.some((code) => CODE.test(code.toLowerCase().replaceAll('-', '_'))))
    return true;
  if (statusCode >= 500 || PASSING.test(message)) return false;
  // Portkey answers a spent budget with 412 and a sentence.
  return (
    WORDS.test(message) || (statusCode === 412 && /\b(?:budget|credits?|quota|usage limit)\b/i.test(message))
  );
}

// How long the words of a refusal ask to wait.

/** `retry in 21.5s`, `try again after 2m3s`, `wait 30 seconds`, `Retry-After: 7`. */
const WORDS_OF_WAITING =
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
  const [, amount, unit = '', more = 0, moreUnit = 's'] = WORDS_OF_WAITING.exec(message) ?? [];
  return amount === undefined ? null : Number(amount) * unitMs(unit) + Number(more) * unitMs(moreUnit);
}

function unitMs(unit: string): number {
  if (/^(?:ms|milli)/i.test(unit)) return 1;
  if (/^h/i.test(unit)) return 3_600_000;
  return /^m/i.test(unit) ? 60_000 : 1_000;
}
