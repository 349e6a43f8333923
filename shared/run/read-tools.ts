/** Definitions of tools as people have them elsewhere: OpenAI's, Anthropic's, Gemini's, or the operations of an OpenAPI document. */
import { wordOf } from '../text/word-of';
import { operationsIn } from './open-api';
import type { JsonSchema } from './response-format';
import { type Tool, toolNamePattern } from './tools';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const noArguments: JsonSchema = { type: 'object', properties: {} };

export interface FoundTools {
  readonly tools: readonly Tool[];
  /** What can't be a function here, in words: `has blanks (its name)`. */
  readonly leftOut: readonly string[];
}

/**
 * The tools that a value defines: a list, a whole request body, one definition, or an OpenAPI document.
 */
export function toolsOf(value: unknown): FoundTools {
  const found = definitionsIn(value);
  return {
    tools: found.flatMap((one) => (typeof one === 'string' ? [] : [one])),
    leftOut: found.filter((one) => typeof one === 'string'),
  };
}

/** @returns none where the text isn’t JSON or defines no tool */
export function readTools(text: string): readonly Tool[] {
  try {
    return toolsOf(JSON.parse(text) as unknown).tools;
  } catch {
    return [];
  }
}

/** A tool, or what is left out. */
type Found = Tool | string;

function definitionsIn(value: unknown): readonly Found[] {
  if (Array.isArray(value)) return value.flatMap(definitionsIn);
  if (!isRecord(value)) return [];
  if (isRecord(value.paths)) return operationsIn(value).map(definition);
  const list = value.tools ?? value.functions ?? value.functionDeclarations ?? value.function_declarations;
  if (Array.isArray(list)) return list.flatMap(definitionsIn);
  return [definition(isRecord(value.function) ? value.function : value)];
}

function definition(value: object): Found {
  const { name, description, strict, type, ...fields } = value as Readonly<Record<string, unknown>>;
  const parameters =
    fields.parameters ??
    fields.input_schema ??
    fields.inputSchema ??
    fields.parametersJsonSchema ??
    noArguments;
  if (typeof name !== 'string') return `${typeof type === 'string' ? type : 'an entry'} (it has no name)`;
  if (!toolNamePattern.test(name)) return `${name.slice(0, 60)} (its name)`;
  if (typeof type === 'string' && type !== 'function' && parameters === noArguments)
    return `${name} (${wordOf(type)})`;
  if (!isRecord(parameters)) return `${name} (its parameters)`;
  return {
    name,
    ...(typeof description === 'string' && { description }),
    parameters,
    ...(typeof strict === 'boolean' && { strict }),
  };
}
