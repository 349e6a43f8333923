/** What the words of a refusal say: that the account, key, budget or quota has nothing left, or that it asks for too much. */
import { isRecord, type JsonRecord, wordOf } from './json';

const CODE =
  /^(?:(?:insufficient|not_enough)_(?:\w+_)?(?:credits?|quota|balance|funds)|(?:budget|credits?|balance|spend(?:ing)?_limit)_(?:exceeded|exhausted|depleted)|out_of_credits?|no_credits|payment_required|billing_(?:hard_)?limit_(?:reached|exceeded)|billing_not_active|exceeded_current_quota|arrearage|account_?overdue|insufficient_quota_error|credit_?insufficient|quota_exhausted)(?:_?error)?$/;

const WORDS =
  /\b(?:insufficient|not enough) (?:\w+ )?(?:credits?|balance|funds|quota)\b|\b(?:out of|not enough|exhausted|have no)(?: \w+){0,2} credits?\b|\bno (?:more )?credits? (?:left|remaining|available)\b|\bcredit balance is too low\b|\bbudget (?:has been |is |was )?(?:exceeded|exhausted)|\b(?:account|balance) (?:is |in )?(?:overdue|arrears|negative|exhausted)|\brecharge\b|(?:余额|余额度|额度|配额|点数|积分)不足|欠费|\bexceeded (?:your |the |its )?(?:\w+ )?(?:budget|current quota)\b/i;

/** The same where the account is the subject of the sentence. */
const SUBJECT =
  /\b(?:balance|credits?|funds|quota)(?: is| are)? (?:insufficient|not enough|too low)\b|\b(?:do(?:es)?(?:n[’']t| not) have (?:any|enough)|ha(?:s|ve) 0)(?: \w+)? credits\b|\bexhausted (?:\w+ )?balance\b|\boverdue balance\b|\bcredit ?insufficient\b|\btop[- ]up your (?:balance|account|credits)\b|\b(?:monthly )?spend(?:ing)? limit\b/i;

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
  // A key whose quota is spent is refused like a wrong one (elevenlabs.io/docs/developers/resources/error-messages).
  if (statusCode === 401 && codes.includes('quota_exceeded')) return true;
  if (statusCode >= 500 || PASSING.test(message)) return false;
  // Portkey answers a spent budget with 412 and a sentence.
  return (
    WORDS.test(message) ||
    SUBJECT.test(message) ||
    (statusCode === 412 && /\b(?:budget|credits?|quota|usage limit)\b/i.test(message))
  );
}

/** A quota that no wait of minutes brings back, as the app calls it. */
export const QUOTA_IS_SPENT = 'quota_exhausted';

/**
 * Google's quota for a day, and one of 0, as of models that are not in the free tier. Its sentence asks to wait for some
 * seconds all the same, and is the same for quotas of a minute.
 */
export function saysQuotaIsSpent(message: string, records: readonly JsonRecord[]): boolean {
  const details = records.flatMap((record) => [record.details].flat()).filter(isRecord);
  const violations = details.flatMap((detail) => [detail.violations].flat()).filter(isRecord);
  const isOfDay = violations.some(({ quotaId }) => /PerDay/.test(wordOf(quotaId)));
  return isOfDay || (/\bquota exceeded\b/i.test(message) && /\blimit: 0(?![.\d])/.test(message));
}

const TOO_LARGE =
  /\brequest too large\b|\btokens must be reduced\b|\breduce your message size\b|\brequested tokens exceed\b/i;

/** One request above the limit of a minute is refused however long it waits; the app's code, or `null`. */
export function saysTooLarge(statusCode: number, message: string): string | null {
  return (statusCode === 429 || statusCode === 413) && TOO_LARGE.test(message.slice(0, 1_000))
    ? 'payload_too_large'
    : null;
}
