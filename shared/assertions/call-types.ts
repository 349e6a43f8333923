/** Assertions about the tool calls of a reply. Those named `trajectory:` look at its calls as at the steps of a run. */

import { fitsWildcards } from '../text/wildcards';
import { wordOf } from '../text/word-of';
import type { AssertionValue } from './assertion';
import {
  type AssertionInput,
  atLeast,
  type Found,
  isRecord,
  type JudgedCall,
  type JudgeType,
  numberOf,
  said,
  shown,
} from './found';
import { hasValue, sameValue } from './same-json';

export const callTypes = {
  'is-valid-openai-tools-call': validCalls,
  'tool-call-f1'({ value, threshold, reply: { calls = [] } }) {
    const wanted = new Set(namesIn(value));
    if (wanted.size === 0) return 'The assertion names no tools.';
    const made = new Set(calls.map(({ name }) => name));
    const shared = [...made].filter((name) => wanted.has(name)).length;
    return atLeast((2 * shared) / (made.size + wanted.size), threshold ?? 1, 'The F1 score of tool calls');
  },
  'trajectory:tool-used': toolUsed,
  'trajectory:tool-args-match': toolArguments,
} satisfies Record<string, JudgeType>;

function namesIn(value: AssertionValue | undefined): readonly string[] {
  const names = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  return names.map((name: AssertionValue) => wordOf(name).trim()).filter((name) => name !== '');
}

const madeCalls = (calls: readonly JudgedCall[]): string =>
  calls.length === 0 ? 'no tool' : calls.map(({ name }) => name).join(', ');

/** Each call is of a tool that was offered, and its arguments follow the schema of that tool. */
function validCalls({ reply: { calls = [], tools: offered = [] }, tools }: AssertionInput): Found | string {
  if (calls.length === 0) return said(false, 'The reply has no tool calls.', '');
  for (const { name, argumentsText } of calls) {
    const tool = offered.find((one) => one.name === name);
    if (tool === undefined) return said(false, `No tool ${shown(name)} was offered.`, '');
    const why = argumentsMisfit(tool.parameters, argumentsText, tools);
    if (why !== null) return said(false, `The arguments of ${shown(name)} can’t be used: ${why}`, '');
  }
  return said(true, '', 'All tool calls are valid.');
}

function argumentsMisfit(
  schema: Readonly<Record<string, unknown>> | null,
  argumentsText: string,
  tools: AssertionInput['tools'],
): string | null {
  if (parsed(argumentsText) === undefined) return 'they are not JSON.';
  return schema === null ? null : tools.misfit(schema, argumentsText);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isNamed = (call: JudgedCall, name: string): boolean => fitsWildcards(call.name, name);

function nameOf(value: AssertionValue | undefined): string | null {
  if (!isRecord(value)) return null;
  const name = value.pattern ?? value.name;
  return typeof name === 'string' && name !== '' ? name : null;
}

function toolUsed({ value, isNot, reply: { calls = [] } }: AssertionInput): Found | string {
  if (isRecord(value)) return timesUsed(value, calls);
  const names = namesIn(typeof value === 'string' ? [value] : value);
  if (names.length === 0) return 'The assertion names no tools.';
  const used = names.filter((name) => calls.some((call) => isNamed(call, name)));
  const missing = names.filter((name) => !used.includes(name));
  const what = `The reply calls ${madeCalls(calls)}`;
  // With `not-`, none of several may be used.
  const holds = isNot ? used.length > 0 : missing.length === 0;
  return said(holds, `${what}, not ${missing.join(', ')}.`, `${what}.`);
}

function timesUsed(
  value: { readonly [name: string]: AssertionValue },
  calls: readonly JudgedCall[],
): Found | string {
  const name = nameOf(value);
  if (name === null) return 'The assertion names no tool.';
  const count = calls.filter((call) => isNamed(call, name)).length;
  const [least, most] = [numberOf(value.min) ?? 1, numberOf(value.max) ?? Number.POSITIVE_INFINITY];
  const what = `${shown(name)} is called ${count} times`;
  return said(
    count >= least && count <= most,
    `${what}, not ${least}${Number.isFinite(most) ? ` to ${most}` : ' or more'}.`,
    `${what}.`,
  );
}

function toolArguments({ value, reply: { calls = [] } }: AssertionInput): Found | string {
  const name = nameOf(value);
  if (name === null || !isRecord(value)) return 'The assertion names no tool.';
  const wanted = value.args ?? value.arguments;
  if (wanted === undefined) return 'The assertion has no arguments.';
  if (value.defaults !== undefined || value.ignore !== undefined)
    return '“defaults” and “ignore” are not read here.';
  const compare = value.mode === 'exact' ? sameValue : hasValue;
  const named = calls.filter((call) => isNamed(call, name));
  const holds = named.some((call) => compare(parsed(call.argumentsText), wanted));
  const why =
    named.length === 0
      ? `The reply calls ${madeCalls(calls)}, not ${shown(name)}.`
      : `The arguments of ${shown(name)} are ${shown(named[0]?.argumentsText)}, not ${shown(wanted)}.`;
  return said(holds, why, `The reply calls ${shown(name)} with ${shown(wanted)}.`);
}
