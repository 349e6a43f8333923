/**
 * How calls of tools and their results belong together: by id. Some models give two calls of a reply one id, so each result
 * then answers the next call that has it.
 */
import type { Message } from './chat';
import { type ToolCall, type ToolResult, toolCallsOf, toolResultsOf } from './tool-calls';

type Called = Pick<ToolCall, 'id'>;
type Given = Pick<ToolResult, 'callId'>;
type Turn = Pick<Message, 'role' | 'parts'>;

/** Takes one of the entries with an id at a time, in their order. */
function takerFrom<Entry>(
  entries: readonly Entry[],
  idOf: (entry: Entry) => string,
): (id: string) => Entry | undefined {
  const left = new Map<string, Entry[]>();
  for (const entry of entries) {
    const id = idOf(entry);
    const same = left.get(id);
    if (same === undefined) left.set(id, [entry]);
    else same.push(entry);
  }
  return (id) => left.get(id)?.shift();
}

/** Each call with its result; without one where it has none. */
export function withResults<Call extends Called, Result extends Given>(
  calls: readonly Call[],
  results: readonly Result[],
): readonly { readonly call: Call; readonly result?: Result }[] {
  const take = takerFrom(results, ({ callId }) => callId);
  return calls.map((call) => {
    const result = take(call.id);
    return { call, ...(result !== undefined && { result }) };
  });
}

/** The calls that these results leave open. */
export const unanswered = <Call extends Called>(
  calls: readonly Call[],
  results: readonly Given[],
): readonly Call[] =>
  withResults(calls, results).flatMap(({ call, result }) => (result === undefined ? [call] : []));

/** The results that answer no call, or one that has its result already. */
export function strayResults<Result extends Given>(
  calls: readonly Called[],
  results: readonly Result[],
): readonly Result[] {
  const take = takerFrom(calls, ({ id }) => id);
  return results.filter(({ callId }) => take(callId) === undefined);
}

/** The calls of the reply above, whose results may have begun, that have no result yet. */
export function openCallsAbove(above: readonly Turn[]): readonly ToolCall[] {
  const at = above.findLastIndex(({ role }) => role !== 'tool');
  const calls = toolCallsOf(above[at]?.parts ?? []);
  const results = above.slice(at + 1).flatMap(({ parts }) => toolResultsOf(parts));
  return unanswered(calls, results);
}

/** The messages of tools directly behind a place, oldest first. */
export function toolsBehind<One extends Turn>(history: readonly One[], at: number): readonly One[] {
  let end = at + 1;
  while (history[end]?.role === 'tool') end += 1;
  return history.slice(at + 1, end);
}
