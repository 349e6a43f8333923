/** Calls of tools in rounds: what is called depends on the number of results that the request holds, and on nothing else. */
import type { Calling } from './traits';

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

export interface ToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

interface Asked {
  readonly messages: readonly { readonly role: string }[];
  readonly tools?: unknown;
  readonly tool_choice?: unknown;
}

export function callsOfRound(request: Asked, calling: Calling): readonly ToolCall[] {
  const tools = Array.isArray(request.tools)
    ? request.tools.map((tool) => recordOf(recordOf(tool).function))
    : [];
  const done = request.messages.filter(({ role }) => role === 'tool').length;
  const tool = tools[done % Math.max(1, tools.length)];
  if (tool === undefined || request.tool_choice === 'none') return [];
  const given = JSON.stringify(exampleOf(recordOf(tool.parameters), done));
  const call = (name: unknown, text: string): ToolCall => ({
    id: `call_round_${done + 1}`,
    type: 'function',
    function: { name: String(name), arguments: text },
  });
  const isUnknown = calling === 'eight rounds' ? done === 4 : calling === 'unknown' && done === 0;
  const isBroken = calling === 'eight rounds' ? done === 2 : calling === 'bad JSON' && done === 0;
  if (isUnknown) return [call('no_such_tool', given)];
  if (isBroken) return [call(tool.name, given.slice(0, Math.max(1, given.length - 2)))];
  const most = { forever: Infinity, unknown: 2, 'bad JSON': 2, 'eight rounds': 8 }[calling];
  return done < most ? [call(tool.name, given)] : [];
}

/** Arguments by their schema; the number of the round is in them. */
function exampleOf(schema: Record<string, unknown>, round: number): unknown {
  const [first] = Array.isArray(schema.enum) ? schema.enum : [];
  if (first !== undefined) return first;
  switch (schema.type) {
    case 'integer':
    case 'number':
      return round + 1;
    case 'boolean':
      return round % 2 === 0;
    case 'array':
      return [exampleOf(recordOf(schema.items), round)];
    case 'object':
      return Object.fromEntries(
        Object.entries(recordOf(schema.properties)).map(([name, inner]) => [
          name,
          exampleOf(recordOf(inner), round),
        ]),
      );
    default:
      return `Oslo ${round + 1}`;
  }
}
