/** Whether the answers of cells are what their cases expect. */
import { nameOf } from '../../../shared/assertions/assertion';
import type { JudgedCall, JudgedReply } from '../../../shared/assertions/found';
import { type Answers, judge, judgeEach, type Verdict } from '../../../shared/assertions/judge';
import type { CasePlan, CellCheck, Experiment, Variant } from '../../../shared/lab/experiment';
import { limits } from '../../../shared/limits';
import { parseBoundedJson } from '../../../shared/text/bounded-json';
import { codeAnswers, needsCode } from '../judging/answers';
import { type Judging as JudgingTools, judgeTools } from '../judging/judge-tools';
import { judgedReplyOf, looksIntoFiles, withSeenFiles } from '../judging/judged-reply';
import type { CellUnit } from '../ports/experiments';
import type { Ports } from '../ports/ports';
import { awaitedScores, comparesScores, scoredAnswers } from './best-score';
import { promptOf } from './cell-request';
import { expectedOfCase } from './expected-of-case';
import { judgedAnswers } from './judging/judged-answers';

type Judging = JudgingTools & Pick<Ports, 'runFunction' | 'files'>;

const calledOf = ({ name, argumentsText }: JudgedCall) => ({
  type: 'function',
  function: { name, arguments: argumentsText },
});

/** What code gets of an answer as promptfoo gives it: calls of tools as a list, an object where a schema asked for one. */
function dataOf({ text, calls = [] }: JudgedReply, variant: Variant | undefined): unknown {
  if (text.trim() === '' && calls.length > 0) return calls.map(calledOf);
  const hasSchema = variant?.modality === 'chat' && variant.settings.responseFormat !== undefined;
  if (!hasSchema) return undefined;
  try {
    const data = parseBoundedJson(text, { maxCharacters: limits.messageCharacters });
    return typeof data === 'object' && !Array.isArray(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Judges cells of one reading; `null` where nothing is expected, or there is no answer. */
export function cellJudge(ports: Judging, experiment: Experiment) {
  const tools = judgeTools(ports);
  const prepare = (unit: CellUnit, own: CasePlan | undefined) => {
    const expected = own && unit.status === 'done' ? expectedOfCase(experiment, own) : null;
    const variant = experiment.variants.find((one) => one.id === unit.variantId);
    const reply = expected && judgedReplyOf(ports, unit, variant);
    const prompt = own && variant ? promptOf(variant, own) : '';
    if (!own || !expected || !reply) return null;
    const judged = judgedAnswers(ports, experiment, unit, own, expected);
    const answers: Answers = new Map([...judged, ...awaitedScores(expected)]);
    return { expected, reply, data: dataOf(reply, variant), vars: own.variables, prompt, answers };
  };
  // Where scores are compared, each answer is looked at once for all others of its case.
  const known = new Map<number, ReturnType<typeof ready>>();
  const ready = async (unit: CellUnit, own: CasePlan | undefined) => {
    const one = prepare(unit, own);
    if (one === null) return null;
    const { expected, data, vars, prompt } = one;
    const reply = looksIntoFiles(expected) ? await withSeenFiles(ports, unit, one.reply) : one.reply;
    const code = await codeAnswers(expected, { reply, data, vars, prompt }, { ...tools, ...ports });
    return { ...one, reply, answers: new Map([...one.answers, ...code]) };
  };
  const readyOnce = (unit: CellUnit, own: CasePlan | undefined) => {
    const found = known.get(unit.position) ?? ready(unit, own);
    known.set(unit.position, found);
    return found;
  };
  const checksOf = async (unit: CellUnit, own: CasePlan | undefined) => {
    const one = await readyOnce(unit, own);
    return one === null ? [] : judgeEach(one.expected, one.reply, one.vars, tools, one.answers).checks;
  };
  return {
    verdict(unit: CellUnit, own: CasePlan | undefined): Verdict | null {
      const one = prepare(unit, own);
      return one && judge(one.expected, one.reply, one.vars, tools, one.answers);
    },
    /** With what each assertion makes of the answer, also those that are answered by code. */
    async whole(unit: CellUnit, own: CasePlan | undefined): Promise<CellJudgement> {
      const one = await readyOnce(unit, own);
      if (one === null) return { verdict: null, checks: [] };
      const { expected, reply, vars } = one;
      const scored = await scoredAnswers(ports, unit, expected, (cell) => checksOf(cell, own));
      const answers: Answers = new Map([...one.answers, ...scored]);
      const { verdict, checks } = judgeEach(expected, reply, vars, tools, answers);
      return {
        verdict,
        checks: checks.map(({ assertion, ...found }) => ({ ...found, name: nameOf(assertion) })),
      };
    },
    takesAMoment(unit: CellUnit, own: CasePlan | undefined): boolean {
      const one = prepare(unit, own);
      if (one === null) return false;
      const { expected } = one;
      return needsCode(expected) || comparesScores(expected) || looksIntoFiles(expected);
    },
  };
}

interface CellJudgement {
  readonly verdict: Verdict | null;
  readonly checks: readonly CellCheck[];
}

/**
 * Judges one cell that ended, and keeps how. Code takes a moment: until then the cell is unclear.
 * @param told once the code has answered
 */
export function storeVerdict(ports: Judging, unit: CellUnit, told: () => void): void {
  const { experiments } = ports.storage;
  const experiment = experiments.get(unit.ownerId);
  if (experiment === undefined) return;
  const own = experiments.case(unit.ownerId, unit.caseId);
  const { verdict, takesAMoment, whole } = cellJudge(ports, experiment);
  experiments.setVerdict({ ...unit }, verdict(unit, own));
  if (!takesAMoment(unit, own)) return;
  // The app may have been closed meanwhile; the cell is judged again as it is read.
  void whole(unit, own)
    .then((found) => experiments.setVerdict({ ...unit }, found.verdict))
    .then(told)
    .catch(() => undefined);
}

const CELLS_PER_PAGE = 200;

/** Judges all cells with an answer, or those of one case, a page at a time, so that other commands are answered meanwhile. */
export async function judgeAgain(ports: Judging, id: string, caseId?: number): Promise<void> {
  const { experiments } = ports.storage;
  for (let after = 0; ; ) {
    const experiment = experiments.get(id);
    if (experiment === undefined) return;
    const { whole } = cellJudge(ports, experiment);
    const page = experiments.doneUnits(id, after, CELLS_PER_PAGE, caseId);
    const found: { unit: CellUnit; verdict: Verdict | null }[] = [];
    for (const unit of page) {
      const { verdict } = await whole(unit, experiments.case(id, unit.caseId));
      found.push({ unit, verdict });
    }
    ports.storage.transaction(() => {
      for (const { unit, verdict } of found) experiments.setVerdict(unit, verdict);
    });
    const last = page.at(-1);
    if (page.length < CELLS_PER_PAGE || last === undefined) return;
    after = last.position;
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}
