/** The history of a media tab: what was begun as one is one row. */
import { expect, it } from 'vitest';
import { historyEntries } from '../../../../renderer/features/create/history-entries';
import type { Job } from '../../../../shared/media/jobs';

const job = (id: string, owner: Job['owner'], createdAt: number): Job =>
  ({ id, owner, createdAt, prompt: id }) as unknown as Job;

it('requests of an experiment or a batch are one row at the place of the newest, those of a comparison none', () => {
  const jobs = [
    job('e', { kind: 'experiment', id: 'x' }, 9),
    job('d', null, 8),
    job('c', { kind: 'experiment', id: 'x' }, 7),
    job('b', { kind: 'comparison', id: 'y' }, 6),
    job('a', { kind: 'batch', id: 'x' }, 5),
    job('m', { kind: 'message', id: 'z' }, 4),
  ];
  const entries = historyEntries(jobs);
  expect(entries.map(({ row, at }) => [row, at])).toEqual([
    ['experiment:x', 9],
    ['d', 8],
    ['batch:x', 5],
    ['m', 4],
  ]);
  expect(entries[0]?.set).toMatchObject({ kind: 'experiment', id: 'x', count: 2, job: { id: 'e' } });
  expect(entries[2]?.set?.count).toBe(1);
});
