/** Batches, comparisons and chats, read as plans of experiments. Nothing of them changes. */
import type { Expectation } from '../../../shared/assertions/assertion';
import { expectedOf } from '../../../shared/assertions/cells';
import type { Message } from '../../../shared/chat/chat';
import { filesOf } from '../../../shared/chat/parts';
import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { CompareRun } from '../../../shared/lab/compare';
import type { CaseAssertion, CasePlan, ExperimentPlan, VariantPlan } from '../../../shared/lab/experiment';
import { experimentLimits } from '../../../shared/lab/experiment';
import { refTo } from '../../../shared/media/files';
import type { RunSettings } from '../../../shared/run/chat-settings';
import { isSent, toInputRefs } from '../../../shared/run/inputs';
import { setupOf } from '../../../shared/run/setup';
import { findBatch } from '../batch/batch-work';
import { WHOLE_BRANCH } from '../chat/plan';
import { findComparison } from '../compare/comparisons';
import type { Ports } from '../ports/ports';
import { profileOfChatCall } from '../profiles/paying-profile';

type Read = Pick<Ports, 'storage'>;

/**
 * @param activeId the profile in use, for what names none
 * @throws AppError `not_found` where the source is gone, `invalid_input` where it has nothing to ask
 */
export function planFrom(
  ports: Read,
  { kind, id }: CheckedInput<'experiments.planFrom'>,
  activeId: string,
): ExperimentPlan {
  const read = { batch: fromBatch, comparison: fromComparison, chat: fromChat }[kind];
  const { title, variants, cases } = read(ports, id, activeId);
  if (variants.length === 0 || cases.length === 0)
    throw new AppError({ code: 'invalid_input', field: 'id', message: 'There is nothing to ask in it yet.' });
  const most = Math.max(1, Math.floor(experimentLimits.cells / variants.length));
  return {
    title: title.trim().slice(0, experimentLimits.titleCharacters) || 'Experiment',
    variants,
    cases: cases.slice(0, Math.min(most, experimentLimits.cases)),
    repeats: 1,
    assertions: [],
    threshold: null,
    budget: null,
  };
}

type Source = Pick<ExperimentPlan, 'title' | 'variants' | 'cases'>;

const caseOf = (variables: CasePlan['variables'], expected: Partial<CasePlan> = {}): CasePlan => ({
  variables,
  attachments: [],
  inputs: [],
  assertions: [],
  threshold: null,
  tags: [],
  note: '',
  ...expected,
});

/** One variable that is the whole prompt. */
const wholePrompt = '{{prompt}}';
/** What was asked in one round is one case, with the inputs of the job that got most of them: not every model takes all. */
export function casesOfJobs({ storage }: Read, runs: readonly CompareRun[]): ReadonlyMap<string, CasePlan> {
  const asked = runs.flatMap(({ roundId, jobId }) => {
    const job = storage.jobs.get(jobId);
    if (job === undefined) return [];
    const { prompt, inputs = [] } = job;
    return [
      { jobId, name: JSON.stringify([roundId, prompt]), prompt, inputs: toInputRefs(inputs.filter(isSent)) },
    ];
  });
  const fullest = new Map<string, CasePlan>();
  for (const { name, prompt, inputs } of asked)
    if (inputs.length > (fullest.get(name)?.inputs.length ?? -1))
      fullest.set(name, caseOf({ prompt }, { inputs }));
  return new Map(
    asked.flatMap(({ jobId, name }) => {
      const own = fullest.get(name);
      return own === undefined ? [] : [[jobId, own] as const];
    }),
  );
}
/** A message of the person with its files. */
export const caseOfMessage = ({ text, parts }: Message): CasePlan =>
  caseOf({ prompt: text }, { attachments: filesOf(parts).map(refTo) });

/** Those that ask something, each once. */
function once(cases: readonly CasePlan[]): readonly CasePlan[] {
  const asking = cases.filter(
    ({ variables: { prompt = '' }, attachments }) => attachments.length > 0 || prompt.trim() !== '',
  );
  return [...new Map(asking.map((one) => [JSON.stringify(one), one])).values()];
}

function fromBatch({ storage }: Read, id: string): Source {
  const { batches } = storage;
  const batch = findBatch(batches, id);
  const { name: title, model, profileId, template, columns } = batch;
  const variant: VariantPlan = {
    ...setupOf(batch),
    label: model,
    model,
    profileId,
    template,
    promptVersion: null,
  };
  const rows = batches.rows(id, 0, experimentLimits.cases);
  const cases = rows.map(({ values }) => {
    const own = columns.flatMap((column, at) =>
      column.startsWith('__') ? [] : [[column, values[at] ?? ''] as const],
    );
    const expected = expectedOf(columns, values);
    const { assertions = [], threshold = null } = expected ?? {};
    return caseOf(Object.fromEntries(own), { assertions: assertions.flatMap(writtenAgain), threshold });
  });
  return { title, variants: [variant], cases };
}

/** As files write it. */
function writtenAgain(one: Expectation): readonly CaseAssertion[] {
  if ('set' in one) return one.set.flatMap(writtenAgain);
  const { threshold, weight, metric } = one;
  const counted = {
    ...(threshold != null && { threshold }),
    ...(weight !== undefined && { weight }),
    ...(metric !== undefined && { metric }),
  };
  if ('name' in one) return [{ ...counted, type: one.name }];
  const { type, isNot, value } = one;
  return [{ ...counted, type: isNot ? `not-${type}` : type, ...(value !== undefined && { value }) }];
}

function fromComparison(ports: Read, id: string, activeId: string): Source {
  const { title, columns } = findComparison(ports, id);
  const variants = columns.map((column): VariantPlan => {
    const { model } = column;
    const profileId = column.profileId ?? activeId;
    return {
      ...setupOf(column),
      label: model,
      model,
      profileId,
      template: wholePrompt,
      promptVersion: null,
    };
  });
  const ofJobs = casesOfJobs(
    ports,
    columns.flatMap(({ runs }) => runs),
  );
  const cases = columns.flatMap(({ conversationId, runs }) =>
    conversationId === null
      ? runs.flatMap(({ jobId }) => ofJobs.get(jobId) ?? [])
      : casesOf(branchOf(ports, conversationId)),
  );
  return { title, variants, cases: once(cases) };
}

/** The branch of a chat that is shown. */
function branchOf({ storage }: Read, conversationId: string): readonly Message[] {
  const leafId = storage.conversations.get(conversationId)?.leafId ?? null;
  return leafId === null ? [] : storage.messages.pathEndingIn(conversationId, leafId, WHOLE_BRANCH).messages;
}

const casesOf = (branch: readonly Message[]): readonly CasePlan[] =>
  branch.filter(({ role }) => role === 'user').map(caseOfMessage);

/** The system prompt of the settings, and what is said to the model before the person speaks: one text, as it is sent. */
function instructionsOf({ systemPrompt = '' }: RunSettings, branch: readonly Message[]): string {
  const first = branch.findIndex(({ role }) => role !== 'system' && role !== 'developer');
  const before = branch.slice(0, first === -1 ? branch.length : first).map(({ text }) => text);
  return [systemPrompt, ...before].filter((text) => text.trim() !== '').join('\n\n');
}

function fromChat(ports: Read, id: string, activeId: string): Source {
  const chat = ports.storage.conversations.get(id);
  if (!chat) throw new AppError({ code: 'not_found', message: 'This chat no longer exists.' });
  const { title, model, settings } = chat;
  if (model === null) return { title, variants: [], cases: [] };
  const profileId = profileOfChatCall(ports, id, activeId);
  const branch = branchOf(ports, id);
  const systemPrompt = instructionsOf(settings, branch);
  const variant: VariantPlan = {
    modality: 'chat',
    settings: systemPrompt === '' ? settings : { ...settings, systemPrompt },
    label: model,
    model,
    profileId,
    template: wholePrompt,
    promptVersion: null,
  };
  return { title, variants: [variant], cases: once(casesOf(branch)) };
}
