/** Random secrets, and a comparison whose time does not reveal how much of a guess was right. */
import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** 256 random bits, safe inside an address and a cookie. */
export const makeSecret = (): string => randomBytes(32).toString('base64url');

/** Without letters and digits that are easily confused. */
const codeAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const codeCharacters = 8;

/** A secret to type, such as `K7QM-2XWD`: 39 random bits, enough where only a few attempts are allowed. */
export function makeCode(): string {
  const signs = Array.from({ length: codeCharacters }, () => codeAlphabet[randomInt(codeAlphabet.length)]);
  return `${signs.slice(0, 4).join('')}-${signs.slice(4).join('')}`;
}

/** As {@link makeCode} writes it, however it was typed. */
export function normalizeCode(typed: string): string {
  const signs = typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return `${signs.slice(0, 4)}-${signs.slice(4)}`;
}

/** Compares hashes, so that neither the length nor the position of the first wrong character shows. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

const digest = (value: string): Buffer => createHash('sha256').update(value).digest();
