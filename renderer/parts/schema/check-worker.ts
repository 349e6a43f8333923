/** Reads replies as JSON and checks them against their schema, so that no key waits for it. */
import { parse, parseTree } from 'jsonc-parser';
import { replyChecker } from '../../../shared/run/check-reply';
import type { CheckReply, Misfit } from '../../../shared/run/reply-fit';
import type { JsonSchema } from '../../../shared/run/response-format';
import { exactly, readExactly } from '../../../shared/text/exact-json';
import { findMistake } from '../../lib/json-place';
import { unfinishedChecker } from './unfinished';

export interface CheckRequest {
  readonly id: number;
  readonly text: string;
  readonly schema: JsonSchema | null;
  /** Whether the reply has ended: until then what is open is no mistake. */
  readonly isWhole: boolean;
}

/** `arriving` where it is not complete yet, with what is wrong already; `unusable` where the schema can't be used. */
export interface Checked {
  readonly state: 'arriving' | 'fits' | 'misfit' | 'notJson' | 'unusable';
  readonly misfit: Misfit | null;
  /** Why it is not JSON, with the line, or why the schema can't be used. */
  readonly why: string;
  /** As far as it came. */
  readonly value: unknown;
}

let last: { readonly key: string; readonly check: CheckReply } | null = null;

function checkerOf(schema: JsonSchema | null): CheckReply {
  const key = JSON.stringify(schema);
  if (last?.key !== key) last = { key, check: replyChecker(schema) };
  return last.check;
}

function checked({ text, schema, isWhole }: CheckRequest): Checked {
  const none = { misfit: null, why: '' };
  try {
    const fit = checkerOf(schema)(text);
    if (fit.isJson)
      return {
        ...none,
        state: fit.misfit === null ? 'fits' : 'misfit',
        misfit: fit.misfit,
        value: exactly(text, fit.value),
      };
  } catch (error) {
    return { ...none, state: 'unusable', why: String(error), value: asFarAsItCame(text) };
  }
  const value = asFarAsItCame(text);
  if (!isWhole) return { ...none, state: 'arriving', misfit: misfitSoFar(text, schema), value };
  const { line, column, message } = findMistake(text);
  const isEnded = value !== undefined && endOfJson(text) < text.length;
  if (isEnded) {
    const before = text.slice(0, endOfJson(text)).split('\n');
    const place = `Line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
    return { ...none, state: 'notJson', why: `${place}: text follows the end of the JSON`, value };
  }
  return { ...none, state: 'notJson', why: `Line ${line}, column ${column}: ${message}`, value };
}

let growing: { readonly key: string; readonly check: (text: string) => Misfit | null } | null = null;

/** What can't be checked by parts is checked at the end. */
function misfitSoFar(text: string, schema: JsonSchema | null): Misfit | null {
  if (schema === null) return null;
  try {
    const key = JSON.stringify(schema);
    if (growing?.key !== key) growing = { key, check: unfinishedChecker(schema) };
    return growing.check(text);
  } catch {
    return null;
  }
}

const asFarAsItCame = (text: string): unknown => readExactly(text, (one) => parse(one));

/** Where text begins that follows a complete value; the end where there is none. */
function endOfJson(text: string): number {
  const tree = parseTree(text);
  const end = tree === undefined ? text.length : tree.offset + tree.length;
  try {
    JSON.parse(text.slice(0, end));
  } catch {
    return text.length;
  }
  return end + (/^\s*/.exec(text.slice(end))?.[0].length ?? 0);
}

addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => {
  postMessage({ id: data.id, checked: checked(data) });
});
