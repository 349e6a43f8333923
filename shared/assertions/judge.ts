/** Whether a reply is what its row expects, and why not. */
import { type Assertion, type Expected, filledValue, type NotJudged } from './assertion';
import { type JudgedReply, type JudgeTools, judgeType } from './assertion-types';

/** The row whose values the variables of its assertions name. */
interface JudgedRow {
  readonly columns: readonly string[];
  readonly values: readonly string[];
}

/**
 * - `failed`: at least one assertion does not hold, or the score is below the threshold of the row.
 * - `unclear`: it could be either; `why` says what is not known.
 */
export interface Verdict {
  readonly state: 'passed' | 'failed' | 'unclear';
  /** The mean of the scores of all assertions that were judged, 0 to 1; `null` where none was. */
  readonly score: number | null;
  /** A sentence for each assertion that does not hold or was not judged. */
  readonly why: readonly string[];
}

/** `score` is `null` where the assertion could not be judged. */
interface Judged {
  readonly score: number | null;
  readonly holds: boolean;
  readonly why: string;
}

export function judge(
  { assertions, threshold }: Expected,
  reply: JudgedReply,
  row: JudgedRow,
  tools: JudgeTools,
): Verdict {
  const judged = assertions.map((one) => judgeOne(one, reply, row, tools));
  const scores = judged.flatMap(({ score }) => (score === null ? [] : [score]));
  const sum = scores.reduce((total, score) => total + score, 0);
  const least = sum / judged.length;
  const most = (sum + judged.length - scores.length) / judged.length;
  return {
    state: threshold === null ? stateOf(judged) : stateOfScore(least, most, threshold),
    score: scores.length === 0 ? null : sum / scores.length,
    why: judged.filter(({ holds }) => !holds).map(({ why }) => why),
  };
}

function stateOf(judged: readonly Judged[]): Verdict['state'] {
  if (judged.some(({ score, holds }) => score !== null && !holds)) return 'failed';
  return judged.every(({ holds }) => holds) ? 'passed' : 'unclear';
}

/** A threshold of the row decides alone, whichever assertion does not hold. */
function stateOfScore(least: number, most: number, threshold: number): Verdict['state'] {
  if (least >= threshold) return 'passed';
  return most < threshold ? 'failed' : 'unclear';
}

const unclear = (why: string): Judged => ({ score: null, holds: false, why });

function judgeOne(
  assertion: Assertion | NotJudged,
  reply: JudgedReply,
  { columns, values }: JudgedRow,
  tools: JudgeTools,
): Judged {
  if ('name' in assertion) return unclear(`“${assertion.name}” is not judged in Gatehouse.`);
  const { type, isNot, threshold } = assertion;
  const value = filledValue(assertion.value, columns, values);
  const found = judgeType[type]({ value, isNot, threshold, reply, tools });
  if (typeof found === 'string') return unclear(found);
  const holds = found.holds !== isNot;
  const likeness = found.score ?? Number(found.holds);
  return { holds, score: isNot ? 1 - likeness : likeness, why: isNot ? found.whyNot : found.why };
}
