import type { AppErrorData } from '../errors';

/** What a call waits for before it is sent, or sent again: nothing of it is at work at the gateway meanwhile. */
export interface CallWait {
  /** When it is sent; milliseconds since the epoch. */
  readonly nextAt: number;
  /** Refusals in a row; 0 where it waits only for what the gateway's headers said. */
  readonly failedInARow: number;
  /** The last refusal. */
  readonly lastError: AppErrorData | null;
  /** It waits for the gateway's rate limit, by what its headers said: no refusal made it wait. */
  readonly isPaced?: boolean;
}
