/** How long a server that refuses for now is left alone, for everything that is asked again. */

const FIRST_FLOOR_MS = 500;
const LONGEST_FLOOR_MS = 30_000;
const LONGEST_JITTER_MS = 30_000;

/** How long something refused is tried again. */
export interface Patience {
  /** How often it is sent at most. */
  readonly tries: number;
  /** A server that asks for a longer wait is not waited for; milliseconds. */
  readonly longestMs: number;
  /** Where the server does not say how long; milliseconds. */
  readonly unaskedMs: number;
}

const brief: Patience = { tries: 3, longestMs: 20_000, unaskedMs: 500 };
const long: Patience = { tries: 61, longestMs: Number.POSITIVE_INFINITY, unaskedMs: 5_000 };

/** The server of a finished result: to download it again later costs nothing. */
export const filePatience: Patience = { tries: 5, longestMs: 5 * 60_000, unaskedMs: 1_000 };

/** At a rate limit (429), which passes, and at a server that has too much to do (503), which may not. */
export interface RefusalPatience {
  readonly atLimit: Patience;
  readonly atOverload: Patience;
}

export const patience = {
  /** Someone looks at it and can decide better. */
  attended: { atLimit: brief, atOverload: brief },
  /** A job goes on in the background, and its limit passes. */
  queued: { atLimit: long, atOverload: brief },
  /** One of many, which nobody looks at. */
  unattended: { atLimit: long, atOverload: long },
} as const satisfies Record<string, RefusalPatience>;

export interface Refused {
  /** Refusals in a row, this one included. */
  readonly refusals: number;
  /** What the server asked for; milliseconds. */
  readonly askedMs: number | null | undefined;
  /** 0 to 1. */
  readonly random: number;
}

/**
 * Milliseconds to wait; `null` where it is not tried again. What the server asks for is a minimum; a floor that doubles
 * with each refusal keeps the app from flooding a server that asks for no wait.
 */
export function refusedWaitMs(
  { tries, longestMs, unaskedMs }: Patience,
  { refusals, askedMs, random }: Refused,
): number | null {
  const asked = askedMs ?? unaskedMs;
  if (refusals >= tries || asked > longestMs) return null;
  const floorMs = Math.min(LONGEST_FLOOR_MS, FIRST_FLOOR_MS * 2 ** (refusals - 1));
  const waitMs = Math.max(asked, floorMs);
  return Math.round(waitMs + random * Math.min(waitMs / 2, LONGEST_JITTER_MS));
}
