import type { Change } from '../bundle';
import type { Weights } from '../person/draw-step';

/** A fault the app once had, as the change that puts it back. */
export interface Fault {
  readonly name: string;
  /** What was wrong, for the table in `docs/reliability.md`. */
  readonly what: string;
  /** Steps without which a story can't meet it; only seeds with all of them run. */
  readonly needs?: readonly string[];
  /** Of one that few stories meet: it is looked for in stories of these steps alone. */
  readonly about?: Weights;
  /** The first seed to try: of a fault that only a late one finds. */
  readonly from?: number;
  readonly changes: readonly Change[];
}
