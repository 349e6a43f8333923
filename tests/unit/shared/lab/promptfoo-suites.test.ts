/**
 * Whole suites as people write them, asked and judged as promptfoo does it: `scripts/promptfoo-suites.mjs` wrote what it
 * makes of them. Its provider `echo` answers with what it is asked, and so does the model here.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { requestOfCell } from '../../../../electron/core/experiments/cell-request';
import { checkCases } from '../../../../electron/core/experiments/check-plan';
import { expectedOfCase } from '../../../../electron/core/experiments/expected-of-case';
import { codeAnswers } from '../../../../electron/core/judging/answers';
import { judgeTools } from '../../../../electron/core/judging/judge-tools';
import { readHtml } from '../../../../electron/read-html';
import { readYaml } from '../../../../electron/read-yaml';
import { filesBeside, read } from '../../../../electron/run-files';
import { templateCode } from '../../../../electron/template-code';
import { testPattern, withinMoment } from '../../../../electron/test-pattern';
import { judge } from '../../../../shared/assertions/judge';
import { isAskedWith } from '../../../../shared/lab/asked-with';
import type { CasePlan, ExperimentPlan, VariantPlan } from '../../../../shared/lab/experiment';
import { withCodeRuns } from '../../../../shared/lab/files/code-runs';
import { matchesPattern } from '../../../../shared/lab/files/name-pattern';
import { readExperimentFile } from '../../../../shared/lab/files/read-file';
import { replyChecker } from '../../../../shared/run/check-reply';
import { interpretHere } from '../../../support/interpret-here';
import reference from './promptfoo/suites.json' with { type: 'json' };

type Row = readonly [prompt: string, state: string, score: number | null];

const runFunction = interpretHere;
const folder = path.join(import.meta.dirname, 'promptfoo', 'suites');

async function readSuite(name: string) {
  const main = path.join(folder, name, 'promptfooconfig.yaml');
  const text = String(read(main)).replaceAll(/\becho\b/g, 'openai:chat:echo');
  const reading = {
    profileId: 'p',
    models: [],
    prompt: null,
    readYaml,
    readOther: (other: string) => read(other, main)?.toString('utf8') ?? null,
    list: (pattern: string) => filesBeside(main).filter((other) => matchesPattern(other, pattern)),
  };
  return await withCodeRuns(
    (runs) => readExperimentFile('promptfooconfig.yaml', text, { ...reading, runs }),
    {
      runFunction,
      templateCode,
    },
  );
}

/** What a request asks: the system prompt, and the message. */
function askedOf(variant: VariantPlan, one: CasePlan): string {
  const request = requestOfCell(variant, one);
  const system = request.modality === 'chat' ? request.settings.systemPrompt : undefined;
  return JSON.stringify([system || null, request.prompt.trim()]);
}

/** What a rendered prompt of promptfoo asks: messages are sent as such. */
function askedThere(prompt: string): string {
  const messages = messagesIn(prompt);
  if (messages === null) return JSON.stringify([null, prompt.trim()]);
  const texts = (isSystem: boolean) =>
    messages.filter(({ role }) => (role === 'system') === isSystem).map(({ content }) => content);
  return JSON.stringify([texts(true).join('\n') || null, texts(false).join('\n').trim()]);
}

function messagesIn(prompt: string): readonly { readonly role: string; readonly content: string }[] | null {
  if (!/^\s*(\[|- role)/.test(prompt)) return null;
  const found = yamlOf(prompt);
  return Array.isArray(found) && typeof found[0] === 'object' ? found : null;
}

function yamlOf(text: string): unknown {
  try {
    return readYaml(text);
  } catch {
    return null;
  }
}

/** JSON that isn’t a message is the same however it is spaced. */
function plain(asked: string): string {
  const [system, prompt = ''] = JSON.parse(asked) as [string | null, string];
  try {
    return JSON.stringify([system, JSON.stringify(JSON.parse(prompt))]);
  } catch {
    return asked;
  }
}

const tools = judgeTools({ testPattern, withinMoment, readYaml, readHtml, replyChecker });

async function judged(plan: ExperimentPlan, one: CasePlan, output: string) {
  const expected = expectedOfCase(plan, one);
  if (expected === null) return { state: 'passed', score: 1, why: [] };
  const reply = { text: output, finishReason: null, totalMs: null, cost: null };
  const vars = one.variables;
  const answers = await codeAnswers(expected, { reply, vars, prompt: output }, { ...tools, runFunction });
  return judge(expected, reply, vars, tools, answers);
}

/** What is asked and answered there, of which each is found once. */
class Open {
  readonly #rows: Row[];
  constructor(rows: readonly Row[]) {
    this.#rows = [...rows];
  }

  /** The prompt there that asks the same. */
  find = (asked: string): string | undefined => this.#rows.find((row) => isAsked(row, asked))?.[0];

  /** Cases that are asked the same may come in another order: one with the same verdict comes first. */
  take(asked: string, ours: string): string {
    const same = this.#rows.filter((row) => isAsked(row, asked));
    const taken = same.find(([, state]) => state === ours) ?? same[0];
    if (taken !== undefined) this.#rows.splice(this.#rows.indexOf(taken), 1);
    return taken?.[1] ?? '';
  }

  rest = (): readonly string[] => this.#rows.map(([prompt]) => `only there: ${prompt}`);
}

const isAsked = ([prompt]: Row, asked: string): boolean => plain(askedThere(prompt)) === asked;

/** Every cell of a suite that differs: in what is asked, or in its verdict. */
async function differences(name: string, rows: readonly Row[]): Promise<readonly string[]> {
  const { plan } = await readSuite(name);
  checkCases(plan.variants, plan.cases, 1);
  const open = new Open(rows);
  const cells = Array.from({ length: plan.repeats }).flatMap(() =>
    plan.cases.flatMap((one) =>
      plan.variants.filter((_, at) => isAskedWith(one, at + 1)).map((variant) => ({ one, variant })),
    ),
  );
  const found: string[] = [];
  for (const { one, variant } of cells) {
    const asked = plain(askedOf(variant, one));
    const prompt = open.find(asked);
    if (prompt === undefined) {
      found.push(`only here: ${asked}`);
      continue;
    }
    const { state, why } = await judged(plan, one, prompt);
    const ours = state === 'unclear' ? 'error' : state;
    const theirs = open.take(asked, ours);
    if (ours !== theirs) found.push(`${asked}: ${theirs} there, ${ours} here. ${why.join(' ')}`);
  }
  return [...found, ...open.rest()];
}

const suites = Object.entries(reference.suites as unknown as Record<string, readonly Row[] | null>);

test('the reference has each suite', () => {
  expect(suites.map(([name]) => name).toSorted()).toEqual(readdirSync(folder).toSorted());
});

test.each(suites.filter(([, rows]) => rows !== null))('%s', async (name, rows) => {
  expect(await differences(name, rows ?? [])).toEqual([]);
});
