import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { answerIn } from '../../../shared/lab/answer';
import type { CellDetail, CellPage, Experiment, JudgementPage } from '../../../shared/lab/experiment';
import type { Ports } from '../ports/ports';
import type { MoneyOf } from '../profiles/paying-profile';
import { createWorkContext, type WorkRoom } from '../units/work-context';
import { createWorkControl } from '../units/work-control';
import { createWorkRunner } from '../units/work-runner';
import { createGrowing } from './add-to-experiment';
import { cellJudge } from './case-verdict';
import { promptOf } from './cell-request';
import { changed, createEditing, createMaking, type ExperimentParts } from './edit-experiment';
import { createFilesOf } from './experiment-files';
import { createExperimentReports } from './experiment-reports';
import { experimentWork } from './experiment-work';
import { filesOfCase } from './files-of-case';
import { createJudging } from './judging/judge-answers';
import { missingIn } from './judging/missing-judgements';
import { dropJudgementsOf, dropUnwanted } from './judging/open-judgements';
import { judgementsOf, judgementsOfCell } from './judging/read-judgements';
import { createWithheldJudgements } from './judging/withheld-judgements';
import { createOpening } from './open-from';
import { planFrom } from './plan-from';

export type Experiments = ReturnType<typeof createExperiments>;

/** The user's commands for experiments. */
export function createExperiments(
  ports: Ports,
  services: ExperimentParts['services'] & { readonly moneyOf: MoneyOf },
  room: WorkRoom,
) {
  const reports = createExperimentReports(ports, services.events);
  const withheld = createWithheldJudgements(ports);
  const kind = experimentWork(ports, services, reports, withheld);
  const context = createWorkContext(ports, services, kind, room);
  const runner = createWorkRunner(context);
  const control = createWorkControl(context);
  const find = (id: string): Experiment => {
    const experiment = reports.read(id);
    if (experiment) return experiment;
    throw new AppError({ code: 'not_found', message: 'This experiment no longer exists.' });
  };
  const { moneyOf } = services;
  const parts: ExperimentParts = {
    ports,
    services,
    moneyOf,
    reports,
    control,
    withheld,
    find,
    pump: () => context.pump(),
  };
  return {
    runner,
    ...createReading(parts),
    ...createRunning(parts),
    ...createJudging(parts),
    ...createOpening(parts),
    ...createMaking(parts),
    ...createGrowing(parts),
    ...createEditing(parts),
    ...createVoting(parts),
    ...createKeeping(parts),
    ...createFilesOf(parts),
  };
}

function createReading({ ports, services, find, reports }: ExperimentParts) {
  const { experiments, messages } = ports.storage;
  return {
    get: find,
    list({ modality, cursor, limit }: CheckedInput<'experiments.list'>) {
      const page = experiments.page(modality, cursor, limit);
      return { ...page, experiments: page.experiments.map((one) => reports.summary(one.id) ?? one) };
    },
    cases: ({ id, after, limit }: CheckedInput<'experiments.cases'>) =>
      experiments.cases(find(id).id, after, limit),
    cells({ id, after, limit, caseIds }: CheckedInput<'experiments.cells'>): CellPage {
      const cells = experiments.cells(find(id).id, after, limit, caseIds);
      return { cells, nextAfter: cells.length < limit ? null : (cells.at(-1)?.id ?? null) };
    },
    async cell({ id, cellId }: CheckedInput<'experiments.cell'>): Promise<CellDetail> {
      const experiment = find(id);
      const place = { ownerId: id, position: cellId };
      const stored = experiments.cell(place);
      const unit = experiments.unit(place);
      if (!stored || !unit) throw new AppError({ code: 'not_found', message: 'This cell no longer exists.' });
      const { cell, conversationId, replyId, jobId, error } = stored;
      const variant = experiment.variants.find((one) => one.id === cell.variantId);
      const asked = experiments.case(id, cell.caseId);
      const reply = replyId === null ? undefined : messages.get(replyId);
      const { verdict, checks } = await cellJudge(ports, experiment).whole(unit, asked);
      return {
        ...cell,
        conversationId,
        replyId,
        jobId,
        error,
        prompt: variant && asked ? promptOf(variant, asked) : '',
        ...filesOfCase(ports, asked),
        text: reply === undefined ? null : answerIn(reply.parts).text,
        ...(verdict !== null && { verdict: verdict.state }),
        ...(verdict?.score != null && { score: verdict.score }),
        checks,
        ...(verdict?.metrics !== undefined && { namedScores: verdict.metrics }),
        judgements: asked ? judgementsOfCell(ports, experiment, unit, asked) : [],
      };
    },
    judgements({ id, after, limit }: CheckedInput<'experiments.judgements'>): JudgementPage {
      const judgements = judgementsOf(ports, find(id), after, limit);
      return { judgements, nextAfter: judgements.length < limit ? null : (judgements.at(-1)?.id ?? null) };
    },
    planFrom: (input: CheckedInput<'experiments.planFrom'>) =>
      planFrom(ports, input, services.profiles.activeId()),
  };
}

function createRunning({ ports, services, control, withheld, find }: ExperimentParts) {
  const { experiments } = ports.storage;
  /** Without a key, or where the keychain is locked, nothing starts. */
  const requireProfiles = async ({ variants, judge }: Experiment) => {
    const paying = [...variants.map((variant) => variant.profileId), ...(judge ? [judge.profileId] : [])];
    for (const profileId of new Set(paying)) await services.profiles.access(profileId);
  };
  /** What waits, and what of earlier answers was not judged yet. */
  const admitted = (id: string, isConfirmed: boolean | undefined) =>
    ports.storage.transaction(() => {
      dropUnwanted(ports, id);
      for (const judgement of missingIn(ports, find(id))) experiments.addJudgement(id, judgement);
      const waiting = experiments.units.withStatus(id, 'waiting');
      control.admit(waiting, isConfirmed);
      withheld.begin(id);
      return waiting;
    });
  const start = async ({ id, isConfirmed }: CheckedInput<'experiments.start'>) => {
    await requireProfiles(find(id));
    if (find(id).state === 'running') return;
    const waiting = admitted(id, isConfirmed);
    // One that was paused while its last cells ran is completed by going on.
    if (waiting.length > 0 || find(id).state === 'paused') control.resume(id);
  };
  return {
    start,
    async resume(input: CheckedInput<'experiments.resume'>) {
      if (find(input.id).state === 'paused') await start(input);
    },
    pause: (id: string) => control.pause(find(id).id),
    stop: (id: string) => control.stop(find(id).id),
    async retryCells({ id, cells, isConfirmed }: CheckedInput<'experiments.retryCells'>) {
      await requireProfiles(find(id));
      const ended = [...new Set(cells)].flatMap((position) => {
        const unit = experiments.unit({ ownerId: id, position });
        return unit === undefined || unit.status === 'waiting' || unit.status === 'running' ? [] : [unit];
      });
      if (ended.length === 0) return;
      control.admit(ended, isConfirmed);
      if (find(id).state !== 'running') withheld.begin(id);
      const numbers = ended.map(({ position }) => position);
      dropJudgementsOf(ports, id, numbers);
      control.retry(id, ended);
    },
  };
}

function createVoting({ ports, find, reports }: ExperimentParts) {
  const { experiments } = ports.storage;
  return {
    votes: (id: string) => experiments.votes(find(id).id),
    vote({ id, voteId, a, b, choice }: CheckedInput<'experiments.vote'>) {
      find(id);
      const [one, other] = [a, b].map((position) => experiments.unit({ ownerId: id, position }));
      if (!one || !other || a === b || one.caseId !== other.caseId) {
        const message = 'A vote is about two cells of one case.';
        throw new AppError({ code: 'invalid_input', field: 'b', message });
      }
      experiments.putVote(id, { id: voteId, caseId: one.caseId, a, b, choice, at: ports.clock.now() });
      changed({ ports, reports }, id);
    },
    removeVote({ id, voteId }: CheckedInput<'experiments.removeVote'>) {
      experiments.removeVote(find(id).id, voteId);
      changed({ ports, reports }, id);
    },
  };
}

function createKeeping({ ports, services, control, withheld, find, reports }: ExperimentParts) {
  const { experiments, conversations } = ports.storage;
  return {
    rename({ id, title }: CheckedInput<'experiments.rename'>) {
      experiments.edit(find(id).id, { title });
      reports.owner(id);
    },
    /** Hidden until the app is opened again, then deleted with its chats; its cost stays in the ledger. */
    remove(id: string) {
      find(id);
      control.end(id);
      withheld.forget(id);
      const at = ports.clock.now();
      experiments.setRemoved(id, at);
      conversations.setRemovedOf({ kind: 'experiment', id }, at);
      services.events.emit({ type: 'experiment.removed', experimentId: id });
    },
    restore(id: string) {
      experiments.setRemoved(id, null);
      conversations.setRemovedOf({ kind: 'experiment', id }, null);
      reports.owner(find(id).id);
    },
  };
}
