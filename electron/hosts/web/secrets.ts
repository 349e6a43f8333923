/** Random secrets, and comparing them without telling by time how much of a guess was right. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits, safe inside an address and a cookie. */
export const makeSecret = (): string => randomBytes(32).toString('base64url');

/** Compares hashes, so that neither the length nor the place of the first wrong character shows. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

const digest = (value: string): Buffer => createHash('sha256').update(value).digest();
