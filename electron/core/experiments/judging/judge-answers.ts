import type { CheckedInput } from '../../../../shared/contract';
import type { ExperimentParts } from '../edit-experiment';
import { missingIn } from './missing-judgements';
import { dropUnwanted, waitingJudgements } from './open-judgements';

/** Asks models about answers that are there. */
export function createJudging({ ports, services, control, withheld, find }: ExperimentParts) {
  const { experiments } = ports.storage;
  /** Those of earlier answers are stored together with what admits them. */
  const admitted = (id: string, isConfirmed: boolean | undefined) =>
    ports.storage.transaction(() => {
      dropUnwanted(ports, id);
      for (const judgement of missingIn(ports, find(id))) experiments.addJudgement(id, judgement);
      const waiting = experiments.units.withStatus(id, 'waiting');
      const judged = waiting.filter((unit) => experiments.judgement(unit) !== undefined);
      control.admit(judged, isConfirmed);
      withheld.begin(id);
      return { judged, isAll: judged.length === waiting.length };
    });
  return {
    async judge({ id, isConfirmed }: CheckedInput<'experiments.judge'>) {
      const open = [...waitingJudgements(ports, id), ...missingIn(ports, find(id))];
      for (const profileId of new Set(open.map((one) => one.profileId)))
        await services.profiles.access(profileId);
      if (find(id).state === 'running') return;
      const { judged, isAll } = admitted(id, isConfirmed);
      if (judged.length === 0) return;
      if (isAll) control.resume(id);
      else control.retry(id, judged);
    },
  };
}
