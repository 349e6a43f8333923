/** Calls of tools in replies: some with arguments that are no JSON, some of tools that nobody defined. */
import type { Random } from '../world/random';
import type { Body } from './gateway';
import { cutText, type Wire } from './wire';

export interface FarCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

const givens = ['{"place":"the quay"}', '{}', '{"place": "the qu', '{"place":{"name":"quay","at":[1,2]}}'];

/** None without tools, and none once there were many rounds. */
export function drawCalls(random: Random, { tools, messages }: Body): readonly FarCall[] {
  if (!Array.isArray(tools) || tools.length === 0) return [];
  const rounds = Array.isArray(messages) ? messages.filter(({ role }) => role === 'tool').length : 0;
  if (rounds > 8 || !random.chance(0.7)) return [];
  return Array.from({ length: random.int(1, 3) }, () => ({
    id: `call_${random.uuid()}`,
    type: 'function' as const,
    function: { name: random.chance(0.9) ? 'lookup' : 'unheard_of', arguments: random.pick(givens) },
  }));
}

/** The same in a stream: the arguments in pieces, each call by its place. */
export function deltasOfCalls(
  random: Random,
  { pieces }: Wire,
  calls: readonly FarCall[],
): readonly object[] {
  return calls.flatMap(({ function: { name, arguments: text }, ...call }, index) => {
    const [first = text, ...rest] = pieces === 'new' && text.length > 4 ? cutText(random, text) : [];
    const deltas = [{ index, ...call, function: { name, arguments: first } }];
    return [...deltas, ...rest.map((more) => ({ index, function: { arguments: more } }))].map((one) => ({
      tool_calls: [one],
    }));
  });
}
