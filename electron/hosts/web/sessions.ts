/** One-time links and the sessions they turn into. Both live in memory: a host that ends takes them along. */
import { isSameSecret, makeSecret } from './secrets';

/** How long a link waits to be opened, in milliseconds. */
export const linkLifeMs = 15 * 60_000;
const maxLinks = 20;
const maxSessions = 100;

export interface Sessions {
  /** A new one-time token. */
  issueLink(): string;
  /** Turns a token into a session; `null` where it is wrong, used or too old. */
  redeem(token: string): string | null;
  has(session: string | undefined): boolean;
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
  let sessions: readonly string[] = fixed === undefined ? [] : [fixed];
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
      const session = fixed ?? makeSecret();
      sessions = [...sessions, session].slice(-maxSessions);
      return session;
    },
    has(session) {
      return session !== undefined && sessions.some((known) => isSameSecret(known, session));
    },
  };
}
