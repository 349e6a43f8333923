/**
 * The verdicts of promptfoo itself on 600 assertions (`scripts/promptfoo-verdicts.mjs` made them), and ours on the same.
 * Where promptfoo ends in an error, we are unclear.
 */
import { expect, test } from 'vitest';
import { codeAnswers } from '../../../../electron/core/judging/answers';
import { judgeTools } from '../../../../electron/core/judging/judge-tools';
import { interpret } from '../../../../electron/functions/interpret';
import { readHtml } from '../../../../electron/read-html';
import { readYaml } from '../../../../electron/read-yaml';
import { testPattern, withinMoment } from '../../../../electron/test-pattern';
import { judge } from '../../../../shared/assertions/judge';
import { readExpectation } from '../../../../shared/assertions/read-expectation';
import { replyChecker } from '../../../../shared/run/check-reply';
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
    { ...tools, runFunction: (source, argumentsText) => interpret({ source, argumentsText }) },
  );
  return judge(expected, reply, vars, tools, answers);
}

test(`passes and fails what promptfoo ${reference.promptfoo} passes and fails`, async () => {
  const different: string[] = [];
  for (const [at, one] of (cases as readonly Case[]).entries()) {
    const { state, why } = await judgeCase(one);
    const [theirs = ''] = reference.verdicts[at] as [string];
    const key = JSON.stringify([one.output, one.assert]);
    const isSame = ours[state] === theirs;
    if (!isSame) different.push(`${key}: ${theirs} there, ${state} here. ${why.join(' ')}`);
  }
  expect(different).toEqual([]);
  expect(cases.length).toBe(reference.verdicts.length);
});
