/** The answers that batches and comparisons have, as cells of a plan. */

import type { CheckedInput } from '../../../shared/contract';
import type { CasePlan, ExperimentPlan } from '../../../shared/lab/experiment';
import { WHOLE_BRANCH } from '../chat/plan';
import { findComparison } from '../compare/comparisons';
import type { Ports } from '../ports/ports';
import { caseOfMessage, casesOfJobs, planFrom } from './plan-from';

type Read = Pick<Ports, 'storage'>;

/** An answer that was paid, wherever it was asked for. */
export interface GivenAnswer {
  /** From 0, in the order of the plan. */
  readonly variantAt: number;
  readonly caseAt: number;
  /** Of its call: the idempotency key of the reply, or the id of the job. */
  readonly key: string;
  readonly replyId: string | null;
  readonly jobId: string | null;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
}

interface Answered {
  readonly plan: ExperimentPlan;
  readonly answers: readonly GivenAnswer[];
}

/** @throws AppError `not_found` where the source is gone, `invalid_input` where nothing was asked in it */
export function answersFrom(
  ports: Read,
  { kind, id }: Pick<CheckedInput<'experiments.openFrom'>, 'kind' | 'id'>,
  activeId: string,
): Answered {
  const plan = planFrom(ports, { kind, id }, activeId);
  return kind === 'batch' ? ofBatch(ports, id, plan) : ofComparison(ports, id, plan);
}

/** A row is a case. */
function ofBatch({ storage }: Read, id: string, plan: ExperimentPlan): Answered {
  const rows = storage.batches.rows(id, 0, plan.cases.length);
  const answers = rows.flatMap(({ status, position, key, replyId, jobId, startedAt = null, totalMs }) => {
    if (status !== 'done') return [];
    const finishedAt = startedAt === null || totalMs === null ? null : startedAt + totalMs;
    return [{ variantAt: 0, caseAt: position, key, replyId, jobId, startedAt, finishedAt }];
  });
  return { plan, answers };
}

type AnswerOfCase = Omit<GivenAnswer, 'variantAt' | 'caseAt'> & { readonly asked: CasePlan };

/** A prompt is a case; one that was asked several times in a column is several. */
function ofComparison(ports: Read, id: string, plan: ExperimentPlan): Answered {
  const { columns } = findComparison(ports, id);
  const ofJobs = casesOfJobs(
    ports,
    columns.flatMap(({ runs }) => runs),
  );
  const places = new Map<string, number>();
  const cases: CasePlan[] = [];
  const answers = columns.flatMap(({ conversationId, runs }, variantAt) => {
    const times = new Map<string, number>();
    const given =
      conversationId === null
        ? runs.flatMap(({ jobId }) => ofJob(ports, jobId, ofJobs.get(jobId)))
        : ofChat(ports, conversationId);
    return given.map(({ asked, ...answer }): GivenAnswer => {
      const text = JSON.stringify(asked);
      const time = times.get(text) ?? 0;
      times.set(text, time + 1);
      const name = JSON.stringify([text, time]);
      const caseAt = places.get(name) ?? cases.push(asked) - 1;
      places.set(name, caseAt);
      return { ...answer, variantAt, caseAt };
    });
  });
  return { plan: { ...plan, cases }, answers };
}

function ofJob({ storage }: Read, jobId: string, asked: CasePlan | undefined): readonly AnswerOfCase[] {
  const job = storage.jobs.get(jobId);
  if (asked === undefined || job?.status !== 'completed') return [];
  const { createdAt: startedAt, finishedAt } = job;
  return [{ asked, key: jobId, replyId: null, jobId, startedAt, finishedAt }];
}

/** Each message of the person with the reply after it, in the branch that is shown. */
function ofChat({ storage }: Read, conversationId: string): readonly AnswerOfCase[] {
  const leafId = storage.conversations.get(conversationId)?.leafId ?? null;
  if (leafId === null) return [];
  const { messages } = storage.messages.pathEndingIn(conversationId, leafId, WHOLE_BRANCH);
  return messages.flatMap((reply, at) => {
    const before = messages[at - 1];
    if (reply.role !== 'assistant' || reply.status !== 'complete' || before?.role !== 'user') return [];
    const { id: replyId, createdAt: startedAt, finishedAt } = reply;
    const key = storage.messages.idempotencyKey(replyId) ?? replyId;
    return [{ asked: caseOfMessage(before), key, replyId, jobId: null, startedAt, finishedAt }];
  });
}
