/** Whether the answers of cells are what their cases expect. */
import type {
  Assertion,
  AssertionSet,
  Expectation,
  Expected,
  NotJudged,
} from '../../../shared/assertions/assertion';
import type { JudgedReply } from '../../../shared/assertions/found';
import { type Answers, judge, judgeEach, type Verdict } from '../../../shared/assertions/judge';
import { assertionTypes } from '../../../shared/assertions/types';
import type { CaseAssertion, CasePlan, CellCheck, Experiment } from '../../../shared/lab/experiment';
import { onlyMoney } from '../../../shared/money/cost';
import { exactAmount } from '../../../shared/money/money';
import { type Judging, judgeTools } from '../judging/judge-tools';
import type { CellUnit } from '../ports/experiments';

const SET = 'assert-set';

/** What the experiment expects of all cases, and the case beside that; `null` where that is nothing. */
function expectedOfCase(
  { assertions, threshold }: Pick<Experiment, 'assertions' | 'threshold'>,
  own: Pick<CasePlan, 'assertions' | 'threshold'>,
): Expected | null {
  const all = [...assertions, ...own.assertions].map(expectation);
  return all.length === 0 ? null : { assertions: all, threshold: own.threshold ?? threshold };
}

function expectation(written: CaseAssertion): Expectation {
  if (written.type !== SET) return single(written);
  const { threshold, weight, metric, assert = [] } = written;
  const set: AssertionSet = { threshold: threshold ?? null, set: assert.map(single) };
  return { ...set, ...(weight !== undefined && { weight }), ...(metric !== undefined && { metric }) };
}

function single({ type, value, threshold, weight, metric, model }: CaseAssertion): Assertion | NotJudged {
  const isNot = type.startsWith('not-');
  const name = isNot ? type.slice('not-'.length) : type;
  const known = assertionTypes.find((one) => one === name);
  const counted = {
    threshold: threshold ?? null,
    ...(weight !== undefined && { weight }),
    ...(metric !== undefined && { metric }),
  };
  if (known === undefined) return { ...counted, name: type };
  const given = { ...(value !== undefined && { value }), ...(model !== undefined && { model }) };
  return { ...counted, ...given, type: known, isNot };
}

/** What is known of the answer of a cell; `null` where there is none. */
function judgedReply({ storage }: Pick<Judging, 'storage'>, unit: CellUnit): JudgedReply | null {
  const money = onlyMoney(unit.cost);
  const cost = money === null ? null : Number(exactAmount(money.amount, money.unit));
  const measured = { totalMs: unit.totalMs, cost };
  const reply = unit.replyId === null ? undefined : storage.messages.get(unit.replyId);
  if (reply !== undefined) {
    const tokens = reply.usage?.completionTokens ?? null;
    return { ...measured, text: reply.text, finishReason: reply.finishReason, tokens };
  }
  const job = unit.jobId === null ? undefined : storage.jobs.get(unit.jobId);
  if (job === undefined) return null;
  const files = job.media.map(({ contentType, bytes, width, height, durationMs }) => {
    const unseen = { hasAlpha: null, silence: null };
    return { contentType, bytes, width, height, durationMs, ...unseen };
  });
  return { ...measured, text: '', finishReason: null, files };
}

/** Judges cells of one reading; `null` where nothing is expected, or there is no answer. */
export function cellJudge(ports: Judging, experiment: Pick<Experiment, 'assertions' | 'threshold'>) {
  const tools = judgeTools(ports);
  const prepare = (unit: CellUnit, own: CasePlan | undefined) => {
    const expected = own && unit.status === 'done' ? expectedOfCase(experiment, own) : null;
    const reply = expected && judgedReply(ports, unit);
    return own && expected && reply ? { expected, reply, vars: own.variables } : null;
  };
  return {
    verdict(unit: CellUnit, own: CasePlan | undefined, answers?: Answers): Verdict | null {
      const one = prepare(unit, own);
      return one && judge(one.expected, one.reply, one.vars, tools, answers);
    },
    each(unit: CellUnit, own: CasePlan | undefined, answers: Answers = new Map()): readonly CellCheck[] {
      const one = prepare(unit, own);
      if (one === null) return [];
      const { checks } = judgeEach(one.expected, one.reply, one.vars, tools, answers);
      return checks.map(({ assertion, ...found }) => ({ ...found, name: nameOf(assertion) }));
    },
  };
}

const nameOf = (one: Assertion | NotJudged): string =>
  'name' in one ? one.name : `${one.isNot ? 'not-' : ''}${one.type}`;

/** Judges one cell that ended, and keeps how. */
export function storeVerdict(ports: Judging, unit: CellUnit): void {
  const { experiments } = ports.storage;
  const experiment = experiments.get(unit.ownerId);
  if (experiment === undefined) return;
  const own = experiments.case(unit.ownerId, unit.caseId);
  experiments.setVerdict({ ...unit }, cellJudge(ports, experiment).verdict(unit, own));
}

const CELLS_PER_PAGE = 200;

/** Judges all cells with an answer, or those of one case, a page at a time, so that other commands are answered meanwhile. */
export async function judgeAgain(ports: Judging, id: string, caseId?: number): Promise<void> {
  const { experiments } = ports.storage;
  for (let after = 0; ; ) {
    const experiment = experiments.get(id);
    if (experiment === undefined) return;
    const { verdict } = cellJudge(ports, experiment);
    const page = experiments.doneUnits(id, after, CELLS_PER_PAGE, caseId);
    ports.storage.transaction(() => {
      for (const unit of page) experiments.setVerdict(unit, verdict(unit, experiments.case(id, unit.caseId)));
    });
    const last = page.at(-1);
    if (page.length < CELLS_PER_PAGE || last === undefined) return;
    after = last.position;
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}
