/** Faults the app once had, or could have had, each as the change that puts it in. */
import { archiveFaults } from './archive-faults';
import { betweenFaults } from './between-faults';
import { checkFaults } from './check-faults';
import { damageFaults } from './damage-faults';
import { dialogueFaults } from './dialogue-faults';
import { downloadFaults } from './download-faults';
import { exactFaults } from './exact-faults';
import type { Fault } from './fault';
import { inputFaults } from './input-faults';
import { judgingFaults } from './judging-faults';
import { lateFaults } from './late-faults';
import { likenessFaults } from './likeness-faults';
import { markFaults } from './mark-faults';
import { moneyFaults } from './money-faults';
import { newerFaults } from './newer-faults';
import { paidFaults } from './paid-faults';
import { replyFaults } from './reply-faults';
import { storageFaults } from './storage-faults';
import { worldFaults } from './world-faults';

export const faults: readonly Fault[] = [
  ...moneyFaults,
  ...storageFaults,
  ...archiveFaults,
  ...damageFaults,
  ...newerFaults,
  ...worldFaults,
  ...betweenFaults,
  ...checkFaults,
  ...replyFaults,
  ...downloadFaults,
  ...dialogueFaults,
  ...inputFaults,
  ...judgingFaults,
  ...likenessFaults,
  ...exactFaults,
  ...lateFaults,
  ...markFaults,
  ...paidFaults,
];
