/** What may be typed at a place of a request, by its schema. */
import { findNodeAtLocation, getLocation, parseTree } from 'jsonc-parser';
import type { JsonSchema } from '../../../shared/run/response-format';
import { type BodyPart, schemaAt } from './body-schema';

export interface Completion {
  readonly label: string;
  /** Takes the place of the text from `start` to `end`. */
  readonly insert: string;
  readonly start: number;
  readonly end: number;
}

const most = 12;
/** Around the place in longer texts there is no completion: it would be slower than typing. */
const longest = 2_000_000;

/** @param offset of the caret */
export function completionsAt(text: string, offset: number, part: BodyPart): readonly Completion[] {
  if (text.length > longest) return [];
  const { path, isAtPropertyKey } = getLocation(text, offset);
  const { start, end } = tokenAt(text, offset);
  const typed = text.slice(start, offset).replace(/^"/, '').toLowerCase();
  const fits = (word: string) => word.toLowerCase().startsWith(typed) && word.toLowerCase() !== typed;
  if (!isAtPropertyKey) {
    return valuesOf(schemaAt(part, path))
      .filter((word) => fits(word.replace(/"/g, '')))
      .slice(0, most)
      .map((insert) => ({ label: insert.replace(/"/g, ''), insert, start, end }));
  }
  const parent = path.slice(0, -1);
  const properties = (schemaAt(part, parent)?.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  const present = namesAt(text, parent);
  const hasValue = /^\s*:/.test(text.slice(end, end + 50));
  return Object.entries(properties)
    .filter(([name]) => fits(name) && !present.includes(name))
    .slice(0, most)
    .map(([name, schema]) => ({
      label: name,
      insert: hasValue ? JSON.stringify(name) : `${JSON.stringify(name)}: ${beginningOf(schema)}`,
      start,
      end,
    }));
}

/**
 * The one of the completions offered now that has this label: a list may be of a text and a caret that were before.
 * `null` where it no longer fits.
 */
export function completionNow(
  field: Pick<HTMLTextAreaElement, 'value' | 'selectionStart' | 'selectionEnd'>,
  part: BodyPart,
  label: string,
): Completion | null {
  const { value, selectionStart, selectionEnd } = field;
  if (selectionStart !== selectionEnd) return null;
  return completionsAt(value, selectionStart, part).find((one) => one.label === label) ?? null;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The whole name or value that the caret stands in, before or behind; empty where there is none. */
function tokenAt(text: string, offset: number): Span {
  const { previousNode: before } = getLocation(text, offset);
  if (before !== undefined && before.offset < offset && offset <= before.offset + before.length)
    return closedAt(text, offset, { start: before.offset, end: before.offset + before.length });
  const { previousNode: after } = getLocation(text, offset + 1);
  return text[offset] === '"' && after?.offset === offset
    ? closedAt(text, offset + 1, { start: offset, end: offset + after.length })
    : { start: offset, end: offset };
}

/** A text without its closing quote would reach to the end of the line: what follows its word stays. */
function closedAt(text: string, offset: number, { start, end }: Span): Span {
  const isOpen = text[start] === '"' && !/^"(?:[^"\\]|\\.)*"$/s.test(text.slice(start, end));
  return { start, end: isOpen ? offset + (/^[\w-]*/.exec(text.slice(offset, end))?.[0].length ?? 0) : end };
}

function namesAt(text: string, path: readonly (string | number)[]): readonly unknown[] {
  const root = parseTree(text);
  const node = root && findNodeAtLocation(root, [...path]);
  return (node?.children ?? []).map(({ children }) => children?.[0]?.value as unknown);
}

function valuesOf(schema: JsonSchema | null): readonly string[] {
  if (schema === null) return [];
  if (Array.isArray(schema.examples)) return schema.examples.map((one) => JSON.stringify(one));
  return typesOf(schema).includes('boolean') ? ['true', 'false'] : [];
}

const typesOf = ({ type }: JsonSchema): readonly unknown[] => (Array.isArray(type) ? type : [type]);

/** An empty value of the first type that a field takes. */
function beginningOf(schema: JsonSchema): string {
  const [type] = typesOf(schema);
  return { string: '""', array: '[]', object: '{}', boolean: 'true' }[String(type)] ?? '';
}
