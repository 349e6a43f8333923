/** The user's commands for experiments; changes arrive by event. */
import type { Envelope } from '../../../shared/errors';
import { call } from '../../link/call';
import { announce, announceAnswer } from '../../state/announce';
import { spend } from '../../state/ui/spending-question';
import { offerUndo } from '../../state/undo';

export const startExperiment = (id: string) =>
  spend((isConfirmed) => call('experiments.start', { id, isConfirmed }));
export const resumeExperiment = (id: string) =>
  spend((isConfirmed) => call('experiments.resume', { id, isConfirmed }));
/** Asks models about answers that are there; sends no cell. */
export const judgeExperiment = (id: string) =>
  spend((isConfirmed) => call('experiments.judge', { id, isConfirmed }));
export const pauseExperiment = (id: string) => call('experiments.pause', { id });
export const stopExperiment = (id: string) => call('experiments.stop', { id });

export const retryCells = (id: string, cells: readonly number[]) =>
  spend((isConfirmed) => call('experiments.retryCells', { id, cells: [...cells], isConfirmed }));

export const excludeCells = (id: string, cells: readonly number[], isExcluded: boolean) =>
  call('experiments.exclude', { id, cells: [...cells], isExcluded });

export async function renameExperiment(id: string, title: string): Promise<void> {
  announceAnswer(await call('experiments.rename', { id, title }), 'Experiment renamed');
}

export async function removeExperiment(id: string): Promise<Envelope<null>> {
  const answer = await call('experiments.remove', { id });
  if (!answer.ok) return answer;
  announce('Experiment deleted');
  offerUndo({ text: 'Experiment deleted', undo: () => call('experiments.restore', { id }) });
  return answer;
}
