/** What code says of a reply, found before the rest is judged: it takes a moment for each. */
import { type Assertion, type Expected, eachOf } from '../../../shared/assertions/assertion';
import type { Vars } from '../../../shared/assertions/fill-value';
import type { Found, JudgedReply, JudgeTools } from '../../../shared/assertions/found';
import { runAssertionCode } from '../../../shared/assertions/javascript';
import { type Answers, filledOf, findPlain } from '../../../shared/assertions/judge';
import { type NotTransformed, type Transformed, transformed } from '../../../shared/assertions/transform';
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

type Tools = JudgeTools & Pick<Ports, 'runFunction'>;
type ChangeBy = (codes: readonly string[], vars: Vars) => Promise<Transformed | NotTransformed>;

/** Runs the code of all assertions that have some, one after the other; what changes the answer for several, once. */
export async function codeAnswers(
  expected: Expected,
  answered: AnsweredReply,
  tools: Tools,
): Promise<Answers> {
  const changeBy = changedOnce(answered, tools);
  const answers = new Map<Assertion, Found | string>();
  for (const one of eachOf(expected))
    if ('type' in one && hasCode(one)) answers.set(one, await answerOf(one, answered, tools, changeBy));
  return answers;
}

function changedOnce({ reply, data, prompt }: AnsweredReply, { runFunction }: Tools): ChangeBy {
  const known = new Map<string, ReturnType<ChangeBy>>();
  return (codes, vars) => {
    const key = JSON.stringify([codes, vars]);
    const found =
      known.get(key) ?? transformed(codes, { output: reply.text, data, vars, prompt }, runFunction);
    known.set(key, found);
    return found;
  };
}

async function answerOf(
  assertion: Assertion,
  { reply, data, vars: texts, prompt }: AnsweredReply,
  tools: Tools,
  changeBy: ChangeBy,
): Promise<Found | string> {
  const { type, transforms = [] } = assertion;
  const vars = typed(texts, assertion.data);
  const isTransformed = transforms.length > 0;
  const changed = isTransformed ? await changeBy(transforms, vars) : { output: reply.text, data };
  if ('why' in changed) return changed.why;
  if (type !== 'javascript') return findPlain(assertion, { ...reply, text: changed.output }, texts, tools);
  const code = filledOf(assertion, texts);
  if (typeof code !== 'string') return 'The assertion has no code.';
  return await runAssertionCode(
    code,
    assertion,
    { ...changed, isTransformed, vars, prompt, ...logprobsOf(reply) },
    tools.runFunction,
  );
}

const logprobsOf = ({ logprobs = [] }: JudgedReply) => (logprobs.length === 0 ? {} : { logprobs });

/** Variables with those that are JSON as data; one that was changed to another text since is that text. */
function typed(vars: Vars, data: Assertion['data']): Vars {
  if (data === undefined) return vars;
  const read = data.flatMap((name) => {
    const text = vars[name];
    try {
      return typeof text === 'string' ? [[name, JSON.parse(text) as unknown]] : [];
    } catch {
      return [];
    }
  });
  return { ...vars, ...Object.fromEntries(read) };
}
