/** What models may be asked to judge, of experiments whose requests to them are marked with an intent of their own. */
import type { Run } from '../run-state';

/** Of answers that are there or will come. */
export function allowJudging({ memory, intents }: Run, id: string, calls: number): void {
  const judged = memory.judging.get(id);
  if (judged === undefined) return;
  intents.allow(judged.marker, 'any', calls);
  memory.judging.set(id, { ...judged, most: judged.most + calls });
}

/** An experiment that came back with an archive as another one asks with the marker of the first. */
export function allowCopy({ memory }: Run, marker: string, calls: number): void {
  for (const [id, judged] of memory.judging)
    if (judged.marker === marker) memory.judging.set(id, { ...judged, most: judged.most + calls });
}
