/** The tools that a model may ask for: functions with a JSON Schema of their arguments, in the form of OpenAI's API. */
import type { JsonSchema } from './response-format';

export interface Tool {
  /** What the model calls it; see {@link toolNamePattern}. */
  readonly name: string;
  /** When and how to use it, in words for the model. */
  readonly description?: string | undefined;
  /** Of its arguments: the schema of an object. */
  readonly parameters: JsonSchema;
  /** Whether the arguments must follow the schema exactly; left out, the gateway's default applies. */
  readonly strict?: boolean | undefined;
  /**
   * What stands in the field of its result until the person types another; `{{city}}` is the argument of that name. It is
   * never sent with the definitions.
   */
  readonly answer?: string | undefined;
}

export const toolChoices = ['auto', 'none', 'required'] as const;

export interface ToolSettings {
  readonly tools: readonly Tool[];
  /** One of {@link toolChoices}, or the only function that may be called; left out, the gateway's default applies. */
  readonly choice?: (typeof toolChoices)[number] | { readonly name: string } | undefined;
  /** Whether a reply may ask for several at once. */
  readonly parallel?: boolean | undefined;
}

/** OpenAI takes letters, digits, `_` and `-`, at most 64; others also dots and colons. */
export const toolNamePattern = /^[a-zA-Z0-9_.:-]{1,128}$/;

export const toolLimits = { tools: 128, descriptionCharacters: 20_000, answerCharacters: 50_000 } as const;

/** What the editor shows first. */
export const exampleTools: ToolSettings = {
  tools: [
    {
      name: 'get_weather',
      description: 'The weather in a city at this moment.',
      parameters: {
        type: 'object',
        properties: { city: { type: 'string', description: 'Such as Oslo' } },
        required: ['city'],
        additionalProperties: false,
      },
    },
  ],
};

/** The field `tools` of the request body; `undefined` where there is none. */
export const toolsToWire = ({ tools }: ToolSettings): unknown =>
  tools.length === 0
    ? undefined
    : tools.map(({ answer: _own, ...definition }) => ({ type: 'function', function: definition }));

/** What goes with them in fields of their own. */
export function toolFields({ tools, choice, parallel }: ToolSettings): Readonly<Record<string, unknown>> {
  if (tools.length === 0) return {};
  const named = typeof choice === 'object' ? { type: 'function', function: { name: choice.name } } : choice;
  return {
    ...(named !== undefined && { tool_choice: named }),
    ...(parallel !== undefined && { parallel_tool_calls: parallel }),
  };
}

/** In a few words, such as `get_weather, clock, required`. */
export function summaryOfTools({ tools, choice }: ToolSettings): string {
  const chosen = typeof choice === 'object' ? `only ${choice.name}` : choice;
  return [...tools.map(({ name }) => name), ...(chosen === undefined ? [] : [chosen])].join(', ') || 'none';
}

/**
 * The result that a tool begins with, with the arguments of a call in their places; `''` where it has none.
 * @param argumentsText the JSON that the model wrote, which may be no JSON
 */
export function answerFor(tool: Tool | undefined, argumentsText: string): string {
  const { answer = '' } = tool ?? {};
  let given: Readonly<Record<string, unknown>> = {};
  try {
    given = (JSON.parse(argumentsText) ?? {}) as typeof given;
  } catch {
    // The places stay as they are: the person sees what is missing.
  }
  return answer.replace(/\{\{\s*([\w-]+)\s*\}\}/g, (place, name: string) =>
    Object.hasOwn(given, name) ? textFrom(given[name]) : place,
  );
}

const textFrom = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
