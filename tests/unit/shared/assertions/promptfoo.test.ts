/**
 * The verdicts, scores and named scores of promptfoo itself on 1,242 assertions and sets of them
 * (`scripts/promptfoo-verdicts.mjs` made them), and ours on the same.
 * Where promptfoo ends in an error, we are unclear.
 */
import { expect, test } from 'vitest';
import { codeAnswers } from '../../../../electron/core/judging/answers';
import { judgeTools } from '../../../../electron/core/judging/judge-tools';
import { readHtml } from '../../../../electron/read-html';
import { readYaml } from '../../../../electron/read-yaml';
import { testPattern, withinMoment } from '../../../../electron/test-pattern';
import { judge } from '../../../../shared/assertions/judge';
import { readExpectation } from '../../../../shared/assertions/read-expectation';
import { replyChecker } from '../../../../shared/run/check-reply';
import { interpretHere } from '../../../support/interpret-here';
import cases from './promptfoo/cases.json' with { type: 'json' };
import reference from './promptfoo/verdicts.json' with { type: 'json' };

interface Case {
  readonly output: string;
  readonly assert: readonly unknown[];
  readonly vars?: Record<string, unknown>;
  readonly threshold?: number;
  readonly cost?: number;
  readonly latencyMs?: number;
  readonly finishReason?: string;
  readonly logProbs?: readonly number[];
}

type Theirs = readonly [state: string, score: number | null, named?: Readonly<Record<string, number | null>>];

/** Scores here are from 0 to 1, also where code returns others. */
function differentFigures(
  [score, named = {}]: readonly [Theirs[1], Theirs[2]?],
  ownScore: number | null,
  ownNamed: Readonly<Record<string, number>>,
): readonly string[] {
  const bounded = Math.min(1, Math.max(0, score ?? 0));
  const isSame = (one: number | null | undefined, other: number | undefined) =>
    one === null || Math.abs((one ?? Number.NaN) - (other ?? Number.NaN)) < 1e-5;
  const names = [...new Set([...Object.keys(named), ...Object.keys(ownNamed)])];
  return [
    ...(isSame(bounded, ownScore ?? 0) ? [] : [`the score is ${score} there, ${ownScore} here`]),
    ...names
      .filter((name) => !isSame(named[name], ownNamed[name]))
      .map((name) => `“${name}” is ${named[name]} there, ${ownNamed[name]} here`),
  ];
}

const ours = { passed: 'passed', failed: 'failed', unclear: 'error' } as const;

async function judgeCase(one: Case) {
  const { output, vars = {}, threshold = null } = one;
  const expected = { assertions: one.assert.map((raw) => readExpectation(raw).expectation), threshold };
  const reply = {
    text: output,
    finishReason: one.finishReason ?? null,
    totalMs: one.latencyMs ?? null,
    cost: one.cost ?? null,
    logprobs: one.logProbs ?? [],
  };
  const tools = judgeTools({ testPattern, withinMoment, readYaml, readHtml, replyChecker });
  const answers = await codeAnswers(
    expected,
    { reply, vars, prompt: 'a prompt' },
    { ...tools, runFunction: interpretHere },
  );
  return judge(expected, reply, vars, tools, answers);
}

test(`passes, fails and scores as promptfoo ${reference.promptfoo} does`, async () => {
  const different: string[] = [];
  for (const [at, one] of (cases as readonly Case[]).entries()) {
    const { state, score, metrics = {}, why } = await judgeCase(one);
    const [theirs, ...figures] = reference.verdicts[at] as unknown as Theirs;
    const key = JSON.stringify([one.output, one.assert]);
    if (ours[state] !== theirs) different.push(`${key}: ${theirs} there, ${state} here. ${why.join(' ')}`);
    else if (theirs !== 'error' && one.assert.length > 0)
      different.push(...differentFigures(figures, score, metrics).map((words) => `${key}: ${words}`));
  }
  expect(different).toEqual([]);
  expect(cases.length).toBe(reference.verdicts.length);
});
