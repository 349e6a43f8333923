/** The requests to judges that answers need and that were not made yet. Reads only: who asks for them stores them. */

import { isMeasured } from '../../../../shared/assertions/types';
import { jobsOf } from '../../../../shared/chat/parts';
import type { CasePlan, Experiment } from '../../../../shared/lab/experiment';
import type { CellUnit, NewJudgement } from '../../ports/experiments';
import type { Ports } from '../../ports/ports';
import { expectedOfCase } from '../expected-of-case';
import { judgeRequest, questionOf, type ShownAnswer } from './judge-request';
import { type JudgeTask, judgedAssertions } from './judged-assertions';
import { comparedCells, type Wanted, wantedOfCase, wantedOfCell } from './wanted-judgements';

type Read = Pick<Ports, 'storage'>;

/** What answers to one case need, for cells that are asked together. @param graded those that are judged one by one */
function wantedFor(
  experiment: Experiment,
  asked: CasePlan,
  cells: readonly CellUnit[],
  graded: readonly CellUnit[] = cells,
): readonly Wanted[] {
  const expected = expectedOfCase(experiment, asked);
  if (expected === null) return [];
  const done = graded.filter(({ status, isExcluded }) => status === 'done' && !isExcluded);
  const compared = comparedCells(cells) ?? [];
  return judgedAssertions(experiment, expected, asked.variables).flatMap(({ task }) =>
    typeof task === 'string'
      ? []
      : [...done.flatMap((cell) => wantedOfCell(task, cell)), ...wantedOfCase(task, compared)],
  );
}

/**
 * What is missing for cells of one case that are asked together.
 *
 * @param graded those that are judged one by one; all of them where it is left out
 */
export function missingOfCase(
  ports: Read,
  experiment: Experiment,
  asked: CasePlan,
  cells: readonly CellUnit[],
  graded = cells,
): readonly NewJudgement[] {
  const { experiments } = ports.storage;
  const missing = wantedFor(experiment, asked, cells, graded).filter(
    ({ subject }) => experiments.judgementOf(experiment.id, subject) === undefined,
  );
  return missing.flatMap((one) => toJudgement(ports, experiment, asked, one));
}

/** Nothing is asked where an answer can't be shown to a judge. */
function toJudgement(
  ports: Read,
  { variants }: Experiment,
  asked: CasePlan,
  { subject, task, cells }: Wanted,
): readonly NewJudgement[] {
  const [first] = cells;
  const shown = cells.map((cell) => shownAnswer(ports, cell, task.type));
  const answers = shown.filter((one) => one !== null);
  if (first === undefined || answers.length < shown.length) return [];
  const own = variants.filter(({ id }) => cells.some(({ variantId }) => variantId === id));
  const { type, profileId, model } = task;
  // A picture has no words to compare, and a blank answer is like nothing.
  if (isMeasured(type) && !answers.every((one) => 'text' in one && one.text.trim() !== '')) return [];
  const { caseId, repeat } = first;
  const numbers = cells.map(({ position }) => position);
  const request = judgeRequest(ports, task, questionOf(own, asked), answers);
  return [{ subject, type, caseId, repeat, cells: numbers, profileId, model, ...request }];
}

/** `null` where there is nothing that a judge could see: of media, models of chats look at images. */
export function shownAnswer(
  { storage }: Read,
  { replyId, jobId }: CellUnit,
  type: JudgeTask['type'],
): ShownAnswer | null {
  const reply = replyId === null ? undefined : storage.messages.get(replyId);
  const job = jobId === null ? undefined : storage.jobs.get(jobId);
  const image = (reply === undefined ? [job] : jobsOf(reply.parts))
    .flatMap((one) => one?.media ?? [])
    .find(({ contentType }) => contentType.startsWith('image/'));
  // Of a reply with both, its text is the answer, except where the question is what the image reads.
  const isImage = type === 'text-in-image' || reply?.text.trim() === '';
  if (reply !== undefined && (image === undefined || !isImage)) return { text: reply.text };
  return image === undefined ? null : { mediaId: image.id };
}

type CaseOf = (id: number) => CasePlan | undefined;

/** All that is missing in an experiment, a case after the other. */
export const missingIn = (ports: Read, experiment: Experiment, caseOf?: CaseOf): readonly NewJudgement[] =>
  groupsOf(ports, experiment, caseOf).flatMap(({ asked, cells }) =>
    missingOfCase(ports, experiment, asked, cells),
  );

/** Names of all that its answers need, whether it was asked or not. */
export const wantedIn = (ports: Read, experiment: Experiment, caseOf?: CaseOf): ReadonlySet<string> =>
  new Set(
    groupsOf(ports, experiment, caseOf).flatMap(({ asked, cells }) =>
      wantedFor(experiment, asked, cells).map(({ subject }) => subject),
    ),
  );

/** Cells with an answer, and those beside them: what is judged together. */
function groupsOf({ storage }: Read, { id }: Experiment, given?: CaseOf) {
  const { experiments } = storage;
  const caseOf = given ?? ((number: number) => experiments.case(id, number));
  const seen = new Set<string>();
  return experiments.doneUnits(id, 0, Number.MAX_SAFE_INTEGER).flatMap(({ caseId, repeat }) => {
    const name = `${caseId} ${repeat}`;
    const asked = seen.has(name) ? undefined : caseOf(caseId);
    seen.add(name);
    return asked === undefined ? [] : [{ asked, cells: experiments.cellsOfCase(id, caseId, repeat) }];
  });
}
