/**
 * Whether a refusal says that the account, key or budget has nothing left.
 *
 * Gateways say so with many codes and under several statuses, also with the 429 of a rate limit. Asking again can't
 * help, so it must not be taken for one.
 */

const CODE =
  /^(?:insufficient_(?:\w+_)?(?:credits?|quota|balance|funds)|(?:budget|credits?|balance|spend(?:ing)?_limit)_(?:exceeded|exhausted|depleted)|out_of_credits|no_credits|payment_required|billing_(?:hard_)?limit_(?:reached|exceeded)|billing_not_active|exceeded_current_quota|arrearage|account_overdue|insufficient_quota_error)(?:_error)?$/;

const WORDS =
  /\binsufficient (?:\w+ )?(?:credits?|balance|funds|quota)\b|\b(?:out of|not enough|exhausted|have no)(?: \w+){0,2} credits?\b|\bno (?:more )?credits? (?:left|remaining|available)\b|\bcredit balance is too low\b|\bbudget (?:has been |is |was )?(?:exceeded|exhausted)|\b(?:account|balance) (?:is |in )?(?:overdue|arrears|negative|exhausted)|\brecharge\b|余额不足|欠费|账户已欠费|\bexceeded (?:your |the |its )?(?:\w+ )?(?:budget|current quota)\b/i;

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
