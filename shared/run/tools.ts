/** The tools that a model may ask for: functions with a JSON Schema of their arguments, in the form of OpenAI's API. */
import type { MoneyUnit } from '../money/money-units';
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
  /** Fills in the result of a call; `{{city}}` is the argument of that name (`automatic-answers.ts`). */
  readonly answer?: string | undefined;
  /** Saved results to pick from. */
  readonly mocks?: readonly ToolMock[] | undefined;
  /** How a result is given without a person: the first rule that applies. */
  readonly automatic?: readonly AutomaticAnswer[] | undefined;
}

export interface ToolMock {
  readonly name: string;
  readonly content: string;
}

export const answerKinds = ['result', 'error', 'function'] as const;

export interface AutomaticAnswer {
  /**
   * Applies where this argument (`place.name` is one inside another) has this value; left out, to every call. `input` is the
   * text that a custom tool gets.
   */
  readonly when?: { readonly argument: string; readonly is: string } | undefined;
  /**
   * - `result`: the text, with the arguments in their places.
   * - `error`: the same, as `{"error": text}`.
   * - `function`: the body of a JavaScript function of `args`, which runs apart from everything (`core/ports/functions.ts`).
   */
  readonly kind: (typeof answerKinds)[number];
  readonly content: string;
  /** How long it takes; at once where left out. */
  readonly delayMs?: number | undefined;
}

export const toolChoices = ['auto', 'none', 'required'] as const;

/** Only some of the tools may be called, while all stay defined, which keeps a cached prompt the same. */
export interface AllowedTools {
  readonly allowed: readonly string[];
  readonly mode: 'auto' | 'required';
}

export interface ToolSettings {
  readonly tools: readonly Tool[];
  /** One of {@link toolChoices}, the only function to call, or those that may be; left out, the gateway's default applies. */
  readonly choice?: (typeof toolChoices)[number] | { readonly name: string } | AllowedTools | undefined;
  /** Whether a reply may ask for several at once. */
  readonly parallel?: boolean | undefined;
  /** Where calls are answered without a person; left out, each round waits for one. */
  readonly loop?: ToolLoop | undefined;
}

/** A permission to spend: it never comes in with an archive or another file. */
export interface ToolLoop {
  /** How many rounds follow one message at most. */
  readonly rounds: number;
  /** What the message and its rounds may cost together; left out, only the rounds are limited. */
  readonly most?: { readonly unit: MoneyUnit; readonly amount: number } | undefined;
}

/** OpenAI takes letters, digits, `_` and `-`, at most 64; others also dots and colons. */
export const toolNamePattern = /^[a-zA-Z0-9_.:-]{1,128}$/;

export const toolLimits = {
  tools: 128,
  descriptionCharacters: 20_000,
  answerCharacters: 50_000,
  mocks: 50,
  nameCharacters: 200,
  rules: 20,
  delayMs: 60_000,
  rounds: 50,
} as const;

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
    : tools.map(({ name, description, parameters, strict }) => ({
        type: 'function',
        function: {
          name,
          ...(description !== undefined && { description }),
          parameters,
          ...(strict !== undefined && { strict }),
        },
      }));

/** What goes with them in fields of their own. */
export function toolFields({ tools, choice, parallel }: ToolSettings): Readonly<Record<string, unknown>> {
  if (tools.length === 0) return {};
  const named = typeof choice === 'object' ? choiceToWire(choice) : choice;
  return {
    ...(named !== undefined && { tool_choice: named }),
    ...(parallel !== undefined && { parallel_tool_calls: parallel }),
  };
}

const functionNamed = (name: string) => ({ type: 'function', function: { name } });

/** As OpenAI's API reference of chat completions has both (platform.openai.com/docs/api-reference/chat/create). */
const choiceToWire = (choice: { readonly name: string } | AllowedTools) =>
  'name' in choice
    ? functionNamed(choice.name)
    : {
        type: 'allowed_tools',
        allowed_tools: { mode: choice.mode, tools: choice.allowed.map(functionNamed) },
      };

/** In a few words, such as `get_weather, clock, required, up to 8 rounds`. */
export function summaryOfTools({ tools, choice, loop }: ToolSettings): string {
  const chosen = typeof choice === 'object' ? choiceWords(choice) : choice;
  const rounds = loop === undefined ? [] : [`up to ${loop.rounds} ${loop.rounds === 1 ? 'round' : 'rounds'}`];
  const names = tools.map(({ name }) => name);
  return [...names, ...(chosen === undefined ? [] : [chosen]), ...rounds].join(', ') || 'none';
}

const choiceWords = (choice: { readonly name: string } | AllowedTools): string =>
  'name' in choice
    ? `only ${choice.name}`
    : `of these ${choice.allowed.length}: ${choice.allowed.join(', ')}`;

// Which tool is meant, wherever it comes from.

/** The server of tools that are defined here by hand. */
const handServer = 'local';

/**
 * Identifies a tool by its server, its name and the hash of its schema: two servers may name theirs alike, and one whose
 * parameters changed is another tool, so that nothing that was allowed for the one holds for the other. The order of an
 * object's fields makes no difference, in JSON Schema it has no meaning.
 *
 * @param server the address or name of where it is called; {@link handServer} for one that was typed here
 * @returns such as `local/get_weather/0f3a…` with 64 hexadecimal digits; the parts of the beginning are escaped as in an address
 */
export async function toolKey({ name, parameters }: Pick<Tool, 'name' | 'parameters'>, server = handServer) {
  const bytes = new TextEncoder().encode(sortedJson(parameters));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const hash = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [server, name].map(encodeURIComponent).concat(hash).join('/');
}

const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
