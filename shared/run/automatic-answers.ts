/** What a call of a tool gets where a person need not type it: templates with its arguments, and rules. */
import { hasTextInput, type ToolCall } from '../chat/tool-calls';
import { parseExactly, writeExactly } from '../text/exact-json';
import { wordOf } from '../text/word-of';
import type { Tool, ToolSettings } from './tools';

type NamedCall = Pick<ToolCall, 'name' | 'argumentsText'> & Partial<Pick<ToolCall, 'raw'>>;

/** What is wrong with a call, before anyone answers it. */
export type CallProblem = 'unknown tool' | 'bad JSON';

export type AutomaticResult =
  | { readonly kind: 'text'; readonly content: string; readonly delayMs: number }
  /** The body of a function; what it returns is the content. */
  | { readonly kind: 'function'; readonly source: string; readonly delayMs: number }
  /** Nothing answers it by itself. */
  | { readonly kind: 'none'; readonly why: CallProblem | 'no rule' };

export const toolOf = (settings: ToolSettings | undefined, name: string): Tool | undefined =>
  settings?.tools.find((tool) => tool.name === name);

/** `null` where the call is one of a tool that is defined, with arguments that are JSON. */
export function problemOf(settings: ToolSettings | undefined, call: NamedCall): CallProblem | null {
  if (toolOf(settings, call.name) === undefined) return 'unknown tool';
  return givenIn(call) === undefined ? 'bad JSON' : null;
}

/** What the field of a result begins with: the tool's default, or words for the model where the call is wrong. */
export function answerFor(settings: ToolSettings | undefined, call: NamedCall): string {
  const tools = settings?.tools ?? [];
  switch (tools.length === 0 ? null : problemOf(settings, call)) {
    case 'unknown tool':
      return errorResult(
        `There is no tool “${call.name}”. Tools: ${tools.map(({ name }) => name).join(', ')}.`,
      );
    case 'bad JSON':
      return errorResult('The arguments are not valid JSON. Call the tool again.');
    default:
      return filledWith(toolOf(settings, call.name)?.answer ?? '', givenIn(call));
  }
}

/** The first rule that applies, else the default result; a wrong call waits for a person. */
export function automaticFor(settings: ToolSettings | undefined, call: NamedCall): AutomaticResult {
  const problem = problemOf(settings, call);
  if (problem !== null) return { kind: 'none', why: problem };
  const tool = toolOf(settings, call.name);
  const given = givenIn(call);
  const rule = tool?.automatic?.find(
    ({ when }) => when === undefined || textFrom(valueAt(given, when.argument)) === when.is,
  );
  if (rule === undefined) {
    const content = filledWith(tool?.answer ?? '', given);
    return content === '' ? { kind: 'none', why: 'no rule' } : { kind: 'text', content, delayMs: 0 };
  }
  const { kind, content, delayMs = 0 } = rule;
  if (kind === 'function') return { kind, source: content, delayMs };
  const text = filledWith(content, given);
  return { kind: 'text', content: kind === 'error' ? errorResult(text) : text, delayMs };
}

/** As a result says that the tool failed: the API has no field for it. */
export const errorResult = (message: string): string => JSON.stringify({ error: message });

const place = /\{\{\s*(args|(?:args\.)?[\w-]+(?:\.[\w-]+)*)\s*\}\}/g;

/**
 * `{{city}}` and `{{args.city}}` are the argument of that name, `{{args.place.name}}` one inside another, `{{args}}` all of
 * them as JSON. `{{args}}` and `{{input}}` are the text that a custom tool gets. What a call does not have stays as it is,
 * so that one sees what is missing.
 */
export const filled = (template: string, argumentsText: string): string =>
  filledWith(template, argumentsOf(argumentsText));

const filledWith = (template: string, given: unknown): string =>
  template.replace(place, (whole, path: string) => {
    const value = path === 'args' ? given : valueAt(given, path.replace(/^args\./, ''));
    return value === undefined ? whole : wordOf(textFrom(value));
  });

/** `undefined` where its arguments are no JSON. */
const givenIn = (call: NamedCall): unknown =>
  hasTextInput(call) ? call.argumentsText : argumentsOf(call.argumentsText);

/** `undefined` where the text is no JSON; a call without arguments has none. */
function argumentsOf(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}

function valueAt(value: unknown, path: string): unknown {
  if (typeof value === 'string') return path === 'input' || path === 'args' ? value : undefined;
  return path
    .split('.')
    .reduce<unknown>(
      (at, name) =>
        typeof at === 'object' && at !== null && Object.hasOwn(at, name)
          ? (at as Readonly<Record<string, unknown>>)[name]
          : undefined,
      value,
    );
}

const textFrom = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : writeExactly(value);
