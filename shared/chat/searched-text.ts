/** What a search finds in a message beside its text: thinking, refusals, calls of tools and their results, sources, names. */
import { type Part, type PartType, textOf } from './parts';
import { toolCallsOf, toolResultsOf } from './tool-calls';

/** Types that hold nothing a person reads: signatures, and JSON that a gateway wants back. */
export const unsearchedTypes = ['thinking', 'unknown', 'fields'] as const satisfies readonly PartType[];

/** A part as far as it is searched. */
export type SearchedPart =
  | { readonly id: string; readonly type: PartType; readonly text: string }
  | { readonly id: string; readonly type: PartType; readonly name: string }
  | { readonly id: string; readonly type: PartType; readonly raw: unknown };

export interface Passage {
  /** `null` for the text of the message, which may be in several parts. */
  readonly part: { readonly id: string; readonly type: PartType } | null;
  readonly text: string;
}

/** The text of a message first, then each of its other parts that says something. */
export function passagesOf(parts: readonly SearchedPart[]): readonly Passage[] {
  const others = parts.flatMap((part): Passage[] => {
    const { id, type } = part;
    const text = type === 'text' ? '' : saidIn(part);
    return text.trim() === '' ? [] : [{ part: { id, type }, text }];
  });
  return [{ part: null, text: textOf(parts.map(asSaid)) }, ...others];
}

/** An attached file parts two texts, also where its name is all that is known. */
const asSaid = (part: SearchedPart) => ('name' in part ? { type: part.type, file: part.name } : part);

function saidIn(part: SearchedPart): string {
  if ('text' in part) return part.text;
  if ('name' in part) return part.name;
  if ((unsearchedTypes as readonly PartType[]).includes(part.type)) return '';
  const said = part.type === 'citation' ? '' : saidByTool(part as Part);
  return withoutData(said || stringsIn(part.raw).join('\n'));
}

function saidByTool(part: Part): string {
  const calls = toolCallsOf([part]).map(({ name, argumentsText }) => [name, argumentsText]);
  const results = toolResultsOf([part]).map(({ name, content }) => [name, content]);
  return [...calls, ...results].flatMap(([name = '', json = '']) => [name, readable(json)]).join('\n');
}

/** JSON as it reads, also where it is cut off or broken: letters that it wrote as numbers, and no line breaks in letters. */
const readable = (json: string): string =>
  json
    .replace(/\\u([0-9a-f]{4})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\[nrtbf]/g, ' ')
    .replace(/\\(["/])/g, '$1');

/** Encoded images and keys are no words, and would make the index as large as they are. */
const DATA = /[\w+/=-]{300,}/g;
const withoutData = (text: string): string => text.replace(DATA, ' ');

const DEEPEST = 20;

function stringsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return [];
  return Object.values(value).flatMap((inner) => stringsIn(inner, depth + 1));
}
