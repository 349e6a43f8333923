/** What code says of a reply, found before the rest is judged: it takes a moment for each. */
import { type Assertion, type Expected, eachOf } from '../../../shared/assertions/assertion';
import type { Vars } from '../../../shared/assertions/fill-value';
import type { Found, JudgedReply, JudgeTools } from '../../../shared/assertions/found';
import { runAssertionCode } from '../../../shared/assertions/javascript';
import { type Answers, filledOf, findPlain } from '../../../shared/assertions/judge';
import { transformed } from '../../../shared/assertions/transform';
import type { Ports } from '../ports/ports';

export interface AnsweredReply {
  readonly reply: JudgedReply;
  /** What the answer is where it is more than a text. */
  readonly data?: unknown;
  readonly vars: Vars;
  readonly prompt: string;
}

/** Whether any of them is answered by code, or after code changed the answer. */
export const needsCode = (expected: Expected): boolean =>
  eachOf(expected).some((one) => 'type' in one && hasCode(one));

const hasCode = ({ type, transforms }: Assertion): boolean =>
  type === 'javascript' || transforms !== undefined;

/** Runs the code of all assertions that have some, one after the other. */
export async function codeAnswers(
  expected: Expected,
  answered: AnsweredReply,
  tools: JudgeTools & Pick<Ports, 'runFunction'>,
): Promise<Answers> {
  const answers = new Map<Assertion, Found | string>();
  for (const one of eachOf(expected))
    if ('type' in one && hasCode(one)) answers.set(one, await answerOf(one, answered, tools));
  return answers;
}

async function answerOf(
  assertion: Assertion,
  { reply, data, vars, prompt }: AnsweredReply,
  tools: JudgeTools & Pick<Ports, 'runFunction'>,
): Promise<Found | string> {
  const { type, transforms = [] } = assertion;
  const { runFunction } = tools;
  const isTransformed = transforms.length > 0;
  const given = { output: reply.text, data, vars, prompt };
  const changed = isTransformed
    ? await transformed(transforms, given, runFunction)
    : { output: reply.text, data };
  if ('why' in changed) return changed.why;
  if (type !== 'javascript') return findPlain(assertion, { ...reply, text: changed.output }, vars, tools);
  const code = filledOf(assertion, vars);
  if (typeof code !== 'string') return 'The assertion has no code.';
  return await runAssertionCode(code, assertion, { ...given, ...changed, isTransformed }, runFunction);
}
