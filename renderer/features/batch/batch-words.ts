/** Batches in words. */
import type { Batch, BatchModality, BatchRow, BatchRowStatus } from '../../../shared/batch';
import { formatCredits } from '../../../shared/credits';
import { modalities } from '../../../shared/modalities';

export const labelOf = (modality: BatchModality): string =>
  modality === 'chat' ? 'Chat' : modalities[modality].label;

const rowWords: Readonly<Record<BatchRowStatus, string>> = {
  waiting: 'waiting',
  running: 'running',
  done: 'done',
  failed: 'failed',
  interrupted: 'interrupted, outcome unknown',
  stopped: 'stopped',
};

export const rowWord = ({ status }: Pick<BatchRow, 'status'>): string => rowWords[status];

const rowTones: Readonly<Record<BatchRowStatus, string>> = {
  waiting: 'text-muted',
  running: 'text-accent',
  done: 'text-ok',
  failed: 'text-bad',
  interrupted: 'text-warn',
  stopped: 'text-muted',
};

export const toneOfRow = ({ status }: Pick<BatchRow, 'status'>): string => rowTones[status];

export const rowCount = ({ counts }: Pick<Batch, 'counts'>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** `running · 3 of 5 done, 1 failed` */
export function stateText(batch: Pick<Batch, 'status' | 'counts'>): string {
  const { counts, status } = batch;
  const further = (['running', 'failed', 'interrupted', 'stopped'] as const)
    .filter((one) => counts[one] > 0)
    .map((one) => `${counts[one]} ${one}`);
  return `${status} · ${[`${counts.done} of ${rowCount(batch)} done`, ...further].join(', ')}`;
}

/** `1.2 cr + unknown` */
export const creditsText = ({ creditsUsed, hasUnknownCost }: Pick<Batch, 'creditsUsed' | 'hasUnknownCost'>) =>
  `${formatCredits(creditsUsed)} cr${hasUnknownCost ? ' + unknown' : ''}`;

export const callsText = (count: number): string =>
  count === 1 ? '1 call' : `${count.toLocaleString('en')} calls`;
export const rowsText = (count: number): string =>
  count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`;
