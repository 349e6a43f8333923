import type { Change } from '../bundle';

/** A fault the app once had, as the change that puts it back. */
export interface Fault {
  readonly name: string;
  /** What was wrong, for the table in `docs/reliability.md`. */
  readonly what: string;
  readonly changes: readonly Change[];
}
