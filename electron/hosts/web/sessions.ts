/**
 * One-time links and the sessions they turn into. Both exist in memory only and end with the host.
 *
 * A session has two halves. Its id is a cookie, which browsers also send to other ports of this machine, whatever
 * listens there. Its pass is stored by the page in storage that belongs to this name and port alone. Commands and events
 * need both: the page proves that it has the pass (`session-proof.ts`), a program may also send it.
 */
import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** How long a link is valid, in milliseconds. */
export const linkLifeMs = 15 * 60_000;
const maxLinks = 20;
const maxSessions = 100;
/** Wrong attempts that end a code: it is short enough to be guessed with many attempts. */
const maxWrongCodes = 5;

export interface Sessions {
  /** A new one-time token. */
  issueLink(): string;
  /** A new code to type where no link can be passed. It replaces the previous one. */
  issueCode(): string;
  /** Exchanges a code for a session; `null` where it is wrong, used or too old. A few wrong ones end it. */
  redeemCode(typed: string): Session | null;
  /** Exchanges a token for a session; `null` where it is wrong, used or too old. */
  redeem(token: string): Session | null;
  has(id: string | undefined): boolean;
  /** The pass of a session; `null` where there is none. */
  passOf(id: string | undefined): string | null;
  /** Whether both halves belong together. */
  admits(id: string | undefined, pass: string | undefined): boolean;
}

export interface Session {
  readonly id: string;
  readonly pass: string;
}

interface Code {
  readonly code: string;
  readonly expiresAt: number;
  readonly wrongTries: number;
}

interface Link {
  readonly token: string;
  readonly expiresAt: number;
}

/**
 * @param now milliseconds on any clock
 * @param fixed the one session for all links; only for development, where the host restarts again and again
 */
export function createSessions(now: () => number, fixed?: string): Sessions {
  let links: readonly Link[] = [];
  let ids: readonly string[] = fixed === undefined ? [] : [fixed];
  let current: Code | null = null;
  const passKey = fixed ?? makeSecret();
  const passOf = (id: string) => createHmac('sha256', passKey).update(id).digest('base64url');
  const begin = (): Session => {
    const id = fixed ?? makeSecret();
    ids = [...ids, id].slice(-maxSessions);
    return { id, pass: passOf(id) };
  };
  const has = (id: string | undefined) => id !== undefined && ids.some((known) => isSameSecret(known, id));
  return {
    issueLink() {
      const token = makeSecret();
      links = [...links, { token, expiresAt: now() + linkLifeMs }].slice(-maxLinks);
      return token;
    },
    redeem(token) {
      const match = links.find((link) => isSameSecret(link.token, token));
      links = links.filter((link) => link !== match && link.expiresAt > now());
      if (match === undefined || match.expiresAt <= now()) return null;
      return begin();
    },
    issueCode() {
      current = { code: makeCode(), expiresAt: now() + linkLifeMs, wrongTries: 0 };
      return current.code;
    },
    redeemCode(typed) {
      if (current === null || current.expiresAt <= now()) return null;
      const { code, wrongTries } = current;
      const isRight = isSameSecret(code, normalizeCode(typed));
      const isOver = isRight || wrongTries + 1 >= maxWrongCodes;
      current = isOver ? null : { ...current, wrongTries: wrongTries + 1 };
      return isRight ? begin() : null;
    },
    has,
    passOf: (id) => (id !== undefined && has(id) ? passOf(id) : null),
    admits: (id, pass) => id !== undefined && has(id) && pass !== undefined && isSameSecret(pass, passOf(id)),
  };
}

// Random secrets, and a comparison whose time does not reveal how much of a guess was right.

/** 256 random bits, safe inside an address and a cookie. */
export const makeSecret = (): string => randomBytes(32).toString('base64url');

/** Without letters and digits that are easily confused. */
const codeAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const codeCharacters = 8;

/** A secret to type, such as `K7QM-2XWD`: 39 random bits, enough where only a few attempts are allowed. */
function makeCode(): string {
  const signs = Array.from({ length: codeCharacters }, () => codeAlphabet[randomInt(codeAlphabet.length)]);
  return `${signs.slice(0, 4).join('')}-${signs.slice(4).join('')}`;
}

/** As {@link makeCode} writes it, however it was typed. */
function normalizeCode(typed: string): string {
  const signs = typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return `${signs.slice(0, 4)}-${signs.slice(4)}`;
}

/** Compares hashes, so that neither the length nor the position of the first wrong character shows. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

const digest = (value: string): Buffer => createHash('sha256').update(value).digest();
