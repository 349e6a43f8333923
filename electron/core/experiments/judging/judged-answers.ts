/** What judges said of an answer, read from their stored replies each time it is asked for. */
import type { Assertion, Expected } from '../../../../shared/assertions/assertion';
import { type Found, said } from '../../../../shared/assertions/found';
import { readLikeness } from '../../../../shared/assertions/judged/likeness';
import { readGrade, readPreference, unreadable } from '../../../../shared/assertions/judged/opinions';
import { isComparing, isMeasured } from '../../../../shared/assertions/types';
import { endingOf } from '../../../../shared/chat/finish-reason';
import { refusalOf } from '../../../../shared/chat/parts';
import type { CasePlan, Experiment } from '../../../../shared/lab/experiment';
import type { CellUnit, StoredJudgement } from '../../ports/experiments';
import type { Ports } from '../../ports/ports';
import { type JudgeTask, judgedAssertions } from './judged-assertions';
import { shownAnswer } from './missing-judgements';
import { comparedCells, pairsOf, wantedOfCase, wantedOfCell } from './wanted-judgements';

type Read = Pick<Ports, 'storage'>;

const notYet = 'Not judged yet.';
const unsure = 'The judge is unsure: with the answers in another order it prefers another one.';

/** For the assertions of one cell that a model judges; a text says why one is unclear. */
export function judgedAnswers(
  ports: Read,
  experiment: Experiment,
  cell: CellUnit,
  asked: CasePlan,
  expected: Expected,
): ReadonlyMap<Assertion, Found | string> {
  const judged = judgedAssertions(experiment, expected, asked.variables);
  return new Map(
    judged.map(({ assertion, task }) => {
      if (typeof task === 'string') return [assertion, task];
      const { threshold } = assertion;
      return [
        assertion,
        isComparing(task.type)
          ? compared(ports, cell, task, threshold)
          : graded(ports, cell, task, threshold),
      ];
    }),
  );
}

function graded(ports: Read, cell: CellUnit, task: JudgeTask, threshold: number | null): Found | string {
  if (isComparing(task.type)) return notYet;
  const shown = shownAnswer(ports, cell, task.type);
  if (isMeasured(task.type) && (shown === null || !('text' in shown) || shown.text.trim() === ''))
    return '“similar” compares texts, and this answer has none.';
  if (shown === null) return 'A model judges texts and images, and this is neither.';
  const [wanted] = wantedOfCell(task, cell);
  const reply = replyTo(ports, cell.ownerId, wanted?.subject ?? '');
  if ('why' in reply) return reply.why;
  if (isMeasured(task.type)) return readLikeness(task.type, reply.text, threshold);
  return readGrade(task.type, reply.text, { criterion: task.criterion, threshold });
}

function compared(ports: Read, cell: CellUnit, task: JudgeTask, threshold: number | null): Found | string {
  const { experiments } = ports.storage;
  const cells = comparedCells(experiments.cellsOfCase(cell.ownerId, cell.caseId, cell.repeat));
  if (cells === null) return 'Not judged yet: other answers of this case have to come first.';
  if (cells.length < 2) return 'There is no other answer to compare with.';
  if (task.type === 'select-best') {
    const best = agreed(ports, cell.ownerId, task, cells);
    if ('why' in best) return best.why;
    return says(best.prefers === cell.position, best.reason);
  }
  const own = pairsOf(cells).filter((pair) => pair.some(({ position }) => position === cell.position));
  const outcomes = own.map((pair) => agreed(ports, cell.ownerId, task, pair));
  const open = outcomes.find((one) => 'why' in one);
  if (open !== undefined && 'why' in open) return open.why;
  const clear = outcomes.flatMap((one) => ('why' in one ? [] : [one]));
  return shareOfWins(cell.position, clear, threshold ?? 0.5);
}

function says(holds: boolean, reason: string): Found {
  const text = reason === '' ? 'The judge gave no reason.' : reason;
  return {
    ...said(holds, `Another answer is better: ${text}`, `This answer is the best: ${text}`),
    says: text,
  };
}

/** A tie is half a win. */
function shareOfWins(cell: number, outcomes: readonly Agreed[], least: number): Found {
  const wins = outcomes.reduce(
    (sum, { prefers }) => sum + (prefers === 'tie' ? 0.5 : Number(prefers === cell)),
    0,
  );
  const share = wins / outcomes.length;
  const reasons = [...new Set(outcomes.map(({ reason }) => reason))]
    .filter((reason) => reason !== '')
    .join(' ');
  const what = `Wins ${wins} of ${outcomes.length}. ${reasons}`.trim();
  return { ...said(share >= least, what, what), score: share, says: what };
}

interface Agreed {
  /** The number of the preferred cell. */
  readonly prefers: number | 'tie';
  readonly reason: string;
}

/** What both orders say alike. */
function agreed(
  ports: Read,
  id: string,
  task: JudgeTask,
  cells: readonly CellUnit[],
): Agreed | { readonly why: string } {
  const orders = wantedOfCase(task, cells).map(({ subject }) => preferred(ports, id, subject));
  const open = orders.find((one) => 'why' in one);
  if (open !== undefined) return open;
  const [one, other] = orders as readonly Agreed[];
  if (one === undefined || other === undefined) return { why: notYet };
  return one.prefers === other.prefers ? one : { why: unsure };
}

function preferred(ports: Read, id: string, subject: string): Agreed | { readonly why: string } {
  const reply = replyTo(ports, id, subject);
  return 'why' in reply ? reply : preferenceIn(reply.judgement, reply.text);
}

function preferenceIn({ type, cells }: StoredJudgement, text: string): Agreed | { readonly why: string } {
  const found = isComparing(type) ? readPreference(type, text, cells.length) : null;
  if (found === null) return { why: unreadable };
  return { prefers: found.place === 'tie' ? 'tie' : (cells[found.place] ?? 'tie'), reason: found.reason };
}

/** What one request came to: the cell that it prefers, where it says one. */
export function preferenceOf(ports: Read, id: string, judgement: StoredJudgement): Agreed['prefers'] | null {
  if (!isComparing(judgement.type)) return null;
  const found = preferred(ports, id, judgement.subject);
  return 'why' in found ? null : found.prefers;
}

type JudgeReply = { readonly text: string; readonly judgement: StoredJudgement } | { readonly why: string };

function replyTo({ storage }: Read, id: string, subject: string): JudgeReply {
  const judgement = storage.experiments.judgementOf(id, subject);
  const unit = judgement && storage.experiments.unit({ ownerId: id, position: judgement.position });
  if (judgement === undefined || unit === undefined || unit.status === 'waiting' || unit.status === 'running')
    return { why: notYet };
  if (unit.status !== 'done')
    return { why: `The judge did not answer. ${unit.error?.message ?? 'Its request was stopped.'}` };
  const reply = unit.replyId === null ? undefined : storage.messages.get(unit.replyId);
  if (reply === undefined) return { why: 'The judge’s answer was deleted.' };
  const isRefused = refusalOf(reply.parts) !== '' || endingOf(reply.finishReason) === 'filter';
  return isRefused ? { why: 'The judge refused to answer.' } : { text: reply.text, judgement };
}
