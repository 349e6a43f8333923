/** Simulated models for checks, one that does what it says and eleven that lie, each in one way; and some that call tools. */

export interface Traits {
  /** Another model answers, and the answer names it. */
  readonly answersAs?: string;
  /** Tools don't reach the model. */
  readonly stripsTools?: boolean;
  /** Neither `max_tokens` nor `stop` ends a reply. */
  readonly ignoresLimits?: boolean;
  /** Counts have nothing to do with the text. */
  readonly inventsUsage?: boolean;
  /** Replies as this engine, whatever it is called. */
  readonly engine?: string;
  /** Only so many characters at the end of a prompt reach the model, though all are counted. */
  readonly contextCharacters?: number;
  readonly dropsSystem?: boolean;
  readonly cachesNothing?: boolean;
  /** Generates the whole reply first, for so many milliseconds, then sends it as if it streamed. */
  readonly fakeStreamMs?: number;
  readonly guessesVision?: boolean;
  /** Charges so many times what the list of models says. */
  readonly timesTheList?: number;
  /** Calls the tools of the request, also wrongly. */
  readonly calling?: Calling;
}

/**
 * - `forever`: one call in each reply.
 * - `unknown`, `bad JSON`: the first call is of a tool that nobody defined, or has arguments that are cut off.
 * - `eight rounds`: the third has bad JSON, the fifth is of an unknown tool, and after the eighth it replies.
 */
type Calling = 'forever' | 'unknown' | 'bad JSON' | 'eight rounds';

/** Microcredits of a token. */
export const benchPricing = { inputMicros: 20, outputMicros: 40 } as const;

export interface BenchModel {
  readonly id: string;
  readonly description: string;
  readonly traits: Traits;
}

const one = (id: string, description: string, traits: Traits): BenchModel => ({
  id: `bench/${id}`,
  description,
  traits,
});

function caller(id: string, description: string, calling: Calling): BenchModel {
  return { id: `sandbox/${id}`, description, traits: { calling } };
}

/** They answer by their id; the list of models has them only where the Sandbox was started with `--bench`. */
export const benchModels: readonly BenchModel[] = [
  one('honest', 'Does everything that a check asks for.', {}),
  one('swaps', 'Lets a smaller model answer.', { answersAs: 'bench/tiny-lite' }),
  one('strips-tools', 'Takes tools and leaves them out.', { stripsTools: true }),
  one('ignores-limits', 'Goes on beyond max_tokens and stop sequences.', { ignoresLimits: true }),
  one('invents-usage', 'Counts tokens by dice.', { inventsUsage: true }),
  one('twin-a', 'One engine under three names.', { engine: 'twin' }),
  one('twin-b', 'One engine under three names.', { engine: 'twin' }),
  one('twin-c', 'One engine under three names.', { engine: 'twin' }),
  one('cuts-context', 'Leaves out the beginning of a long prompt.', { contextCharacters: 7_000 }),
  one('drops-system', 'Leaves out system and developer messages.', { dropsSystem: true }),
  one('caches-nothing', 'Says that it caches prompts, and never does.', { cachesNothing: true }),
  one('fakes-streams', 'Sends a finished reply as a stream.', { fakeStreamMs: 900 }),
  one('overcharges', 'Charges half as much again as the list of models says.', { timesTheList: 1.5 }),
  one('guesses-images', 'Replies about images without seeing them.', { guessesVision: true }),
  caller('tool-loop', 'Calls a tool in each reply, and never stops.', 'forever'),
  caller('tool-unknown', 'First calls a tool that nobody defined.', 'unknown'),
  caller('tool-bad-json', 'First calls a tool with arguments that are cut off.', 'bad JSON'),
  caller(
    'tool-rounds',
    'Eight rounds of calls, one with bad JSON and one of an unknown tool.',
    'eight rounds',
  ),
];

/**
 * Calls of tools in rounds: what is called depends on the number of results that the request holds, and on
 * nothing else.
 */
const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

export interface ToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

interface ToolRequest {
  readonly messages: readonly { readonly role: string }[];
  readonly tools?: unknown;
  readonly tool_choice?: unknown;
}

export function callsOfRound(request: ToolRequest, calling: Calling): readonly ToolCall[] {
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
