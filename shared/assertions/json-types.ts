/** Assertions about JSON in a reply. */
import { type AssertionInput, type Found, type JudgeTools, type JudgeType, said } from './found';

export const jsonTypes = {
  'is-json': (asked) => follows(isJson(asked.reply.text) ? [asked.reply.text] : [], asked),
  'contains-json': (asked) => follows(objectsIn(asked.reply.text, asked.tools), asked),
} satisfies Record<string, JudgeType>;

/** At least one of the texts follows the schema, where one is given. */
function follows(texts: readonly string[], { value, tools }: AssertionInput): Found | string {
  if (texts.length === 0) return said(false, 'The reply is not valid JSON.', '');
  if (value === undefined || value === null || value === '')
    return said(true, '', 'The reply is valid JSON.');
  if (typeof value === 'string' && value.startsWith('file://')) return 'Schemas in other files are not read.';
  try {
    const schema = typeof value === 'string' ? tools.readYaml(value) : value;
    if (typeof schema !== 'object' || schema === null) return 'The schema can’t be used.';
    const misfits = texts.map((text) => tools.misfit(schema, text));
    const holds = misfits.includes(null);
    const why = `The reply does not follow the schema: ${misfits[0]}.`;
    return said(holds, why, 'The reply follows the schema.');
  } catch (error) {
    return `The schema can’t be used: ${error instanceof Error ? error.message : 'it is broken'}.`;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** More beginnings than these are not tried, and no more text is searched: a text of braces alone ends too. */
const mostObjects = 200;
const mostSearched = 200_000;
/** Readers of YAML descend into each brace. */
const mostDepth = 100;
/** What is no JSON is read as YAML, which takes its time. */
const mostYaml = 20_000;

/**
 * Each object in a text that is in no other, as JSON. As promptfoo does, objects are also read that are only YAML
 * (`{a: 1}`), and the last one where the braces at its end are missing.
 */
function objectsIn(whole: string, tools: JudgeTools): readonly string[] {
  const text = whole.slice(0, mostSearched);
  const found: string[] = [];
  let searched = 0;
  for (const braces of bracesIn(text).slice(0, mostObjects)) {
    const object = braces.from < searched ? null : objectAt(text, braces, tools);
    if (object === null) continue;
    found.push(object);
    searched = braces.to;
  }
  return found;
}

interface Braces {
  readonly from: number;
  readonly to: number;
  /** How many are open at its end. */
  readonly missing: number;
}

/**
 * Each brace up to the one that closes it, or the end. Those in strings do not count, and then once more they do: as
 * promptfoo counts, which finds what is quoted oddly.
 */
function bracesIn(text: string): readonly Braces[] {
  const places = [...matchedBraces(text, true), ...matchedBraces(text, false)];
  return places.sort((one, other) => one.from - other.from);
}

function matchedBraces(text: string, skipsStrings: boolean): readonly Braces[] {
  const open: number[] = [];
  const closed: Braces[] = [];
  let isString = false;
  for (const { 0: mark, index } of text.matchAll(skipsStrings ? /["{}]|\\./gs : /[{}]/g)) {
    // Quotes around an object are those of a sentence.
    if (mark === '"') isString = !isString && open.length > 0;
    if (isString) continue;
    if (mark === '{') open.push(index);
    const from = mark === '}' ? open.pop() : undefined;
    if (from !== undefined) closed.push({ from, to: index + 1, missing: 0 });
  }
  if (skipsStrings) return closed;
  const unclosed = open.map((from, at) => ({ from, to: text.length, missing: open.length - at }));
  return [...closed, ...unclosed];
}

function objectAt(text: string, { from, to, missing }: Braces, tools: JudgeTools): string | null {
  if (missing > mostDepth) return null;
  const object = text.slice(from, to) + '}'.repeat(missing);
  if (isJson(object)) return object;
  if (object.length > mostYaml || (object.match(/\{/g)?.length ?? 0) > mostDepth) return null;
  try {
    const value = tools.readYaml(object);
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : null;
  } catch {
    return null;
  }
}
