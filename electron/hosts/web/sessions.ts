/**
 * One-time links and the sessions they turn into. Both live in memory: a host that ends takes them along.
 *
 * A session has two halves. Its id is a cookie, which browsers also send to other ports of this machine, whoever
 * listens there. Its pass is kept by the page in a place that is this port's alone. Commands and news need both.
 */
import { createHmac } from 'node:crypto';
import { isSameSecret, makeSecret } from './secrets';

/** How long a link waits to be opened, in milliseconds. */
export const linkLifeMs = 15 * 60_000;
const maxLinks = 20;
const maxSessions = 100;

export interface Sessions {
  /** A new one-time token. */
  issueLink(): string;
  /** Turns a token into a session; `null` where it is wrong, used or too old. */
  redeem(token: string): Session | null;
  has(id: string | undefined): boolean;
  /** Whether both halves belong together. */
  admits(id: string | undefined, pass: string | undefined): boolean;
}

export interface Session {
  readonly id: string;
  readonly pass: string;
}

interface Link {
  readonly token: string;
  readonly expiresAt: number;
}

/**
 * @param now milliseconds on any clock
 * @param fixed the one session all links turn into; only for developing, where the host is started again and again
 */
export function createSessions(now: () => number, fixed?: string): Sessions {
  let links: readonly Link[] = [];
  let ids: readonly string[] = fixed === undefined ? [] : [fixed];
  const passKey = fixed ?? makeSecret();
  const passOf = (id: string) => createHmac('sha256', passKey).update(id).digest('base64url');
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
      const id = fixed ?? makeSecret();
      ids = [...ids, id].slice(-maxSessions);
      return { id, pass: passOf(id) };
    },
    has,
    admits: (id, pass) => id !== undefined && has(id) && pass !== undefined && isSameSecret(pass, passOf(id)),
  };
}
