/** What code says of a reply, found before the rest is judged: it takes a moment for each. */
import { type Assertion, type Expected, eachOf } from '../../../shared/assertions/assertion';
import type { Vars } from '../../../shared/assertions/fill-value';
import type { Found } from '../../../shared/assertions/found';
import { runAssertionCode } from '../../../shared/assertions/javascript';
import { type Answers, filledOf } from '../../../shared/assertions/judge';
import type { Ports } from '../ports/ports';

export interface AnsweredReply {
  readonly output: string;
  /** What the answer is where it is more than a text. */
  readonly data?: unknown;
  readonly vars: Vars;
  readonly prompt: string;
}

/** Whether any of them is answered by code. */
export const needsCode = (expected: Expected): boolean =>
  eachOf(expected).some((one) => 'type' in one && one.type === 'javascript');

/** Runs the code of all assertions that have some, one after the other. */
export async function codeAnswers(
  expected: Expected,
  reply: AnsweredReply,
  { runFunction }: Pick<Ports, 'runFunction'>,
): Promise<Answers> {
  const answers = new Map<Assertion, Found | string>();
  for (const one of eachOf(expected)) {
    if (!('type' in one) || one.type !== 'javascript') continue;
    const code = filledOf(one, reply.vars);
    if (typeof code !== 'string') answers.set(one, 'The assertion has no code.');
    else answers.set(one, await runAssertionCode(code, one, reply, runFunction));
  }
  return answers;
}
