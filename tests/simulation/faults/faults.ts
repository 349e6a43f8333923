/** Faults the app once had, each as the change that puts it back. */
import type { Change } from '../bundle';
import { moneyFaults } from './money-faults';
import { storageFaults } from './storage-faults';

export interface Fault {
  readonly name: string;
  /** What was wrong, for the table in `docs/reliability.md`. */
  readonly what: string;
  readonly changes: readonly Change[];
}

export const faults: readonly Fault[] = [...moneyFaults, ...storageFaults];
