/**
 * The assertions of a file, with a note of each that is not judged. None is left out: a case without what it expects would
 * look as if it passed, so what can't be read is an assertion that is unclear.
 */
import { bodyOf } from '../../assertions/javascript';
import { readExpectation, transformsIn } from '../../assertions/read-expectation';
import type { CaseAssertion, JsonValue } from '../experiment';
import { withCode } from './promptfoo/code-files';
import { fileNameIn, partIn } from './promptfoo/parts';
import { modelOfProvider } from './promptfoo/provider-names';
import { type Fields, type FileReading, isFields, type Note, numberIn } from './reading';

interface AssertionSource {
  readonly reading: FileReading;
  readonly note: Note;
}

export function readAssertions(
  raw: unknown,
  where: string,
  { reading, note }: AssertionSource,
): readonly CaseAssertion[] {
  if (raw === undefined || raw === null) return [];
  const list: readonly unknown[] = Array.isArray(raw) ? raw : [{ type: 'assertions that aren’t a list' }];
  return list.map((one) => readOne(plainAssertion(one, reading), where, note));
}

/** With the texts and data of files in place, figures as figures, and judges by their names. */
function plainAssertion(raw: unknown, reading: FileReading): Fields {
  if (!isFields(raw) || typeof raw.type !== 'string') return { type: 'an assertion without a type' };
  const { value, threshold, weight, provider, transform, assert, config, ...rest } = raw;
  const read = value === undefined ? undefined : readValue(raw.type, value, reading);
  const isConfigured = config !== undefined && isJavaScript(raw.type);
  const [least, weighed] = [numberIn(threshold), numberIn(weight)];
  return {
    ...rest,
    type: typeIn(raw.type, raw),
    ...(value !== undefined && { value: isConfigured ? withConfig(read, config) : read }),
    ...(config !== undefined && !isConfigured && { config }),
    ...(transform !== undefined && { transform: withCode(transform, reading) }),
    ...(typeof least === 'number' && { threshold: least }),
    ...(typeof weighed === 'number' && { weight: weighed }),
    ...(provider !== undefined && { provider: isFields(provider) ? (provider.id ?? provider) : provider }),
    ...(Array.isArray(assert) && { assert: assert.map((one: unknown) => plainAssertion(one, reading)) }),
  };
}

/** What would hold of any answer, or count in another way than it is meant, says so instead. */
function typeIn(type: string, { threshold, weight, assert }: Fields): string {
  const isOdd = numberIn(threshold) === undefined || numberIn(weight) === undefined;
  if (isOdd) return `${type} whose threshold or weight isn’t a number`;
  const isSet = type === 'assert-set';
  return isSet && !(Array.isArray(assert) && assert.length > 0) ? 'assert-set without assertions' : type;
}

const isJavaScript = (type: string): boolean => /^(not-)?javascript$/.test(type);

/** What the file says for this code alone is part of it. */
const withConfig = (code: unknown, config: unknown): unknown =>
  typeof code === 'string' && !code.startsWith('file://')
    ? `context = { ...context, config: ${JSON.stringify(config)} };\n${bodyOf(code)}`
    : code;

/** Code in another language is not run: its assertion keeps the name, and is unclear. */
function readValue(type: string, value: unknown, reading: FileReading): unknown {
  if (isJavaScript(type)) return withCode(value, reading);
  const name = fileNameIn(value);
  return name !== null && /\.(ya?ml|json|txt|md)$/i.test(name) ? partIn(name, 'a value', reading) : value;
}

function readOne(raw: Fields, where: string, note: Note): CaseAssertion {
  const { expectation, unread } = readExpectation(raw);
  if (unread.length > 0) note(`${where}: ${names(unread)} of “${raw.type}” is not read.`);
  const inside = 'set' in expectation ? expectation.set : [expectation];
  for (const one of inside) if ('name' in one) note(`“${one.name}” is not judged here: it is unclear.`);
  return caseAssertion(raw);
}

const names = (list: readonly string[]): string => list.map((name) => `“${name}”`).join(', ');

/** One that is not judged keeps its name alone, so that it is unclear wherever it is read. */
function caseAssertion(raw: Fields): CaseAssertion {
  const { expectation } = readExpectation(raw);
  const type = 'name' in expectation ? expectation.name : String(raw.type);
  const { value, threshold, weight, metric, provider, model, assert, data } = raw;
  const judge = [model, provider].find((one) => typeof one === 'string');
  return {
    type,
    ...(value !== undefined && { value: value as JsonValue }),
    ...(typeof threshold === 'number' && { threshold }),
    ...(typeof weight === 'number' && { weight }),
    ...(typeof metric === 'string' && { metric }),
    ...(typeof judge === 'string' && { model: modelOfProvider(judge).model }),
    ...(Array.isArray(data) && { data: data as readonly string[] }),
    ...('type' in expectation && transformsIn(raw)),
    ...(type === 'assert-set' && {
      assert: insideOf(assert).map(caseAssertion),
    }),
  };
}

/** A set in a set counts with its own assertions. */
const insideOf = (assert: unknown): readonly Fields[] =>
  (Array.isArray(assert) ? (assert as readonly Fields[]) : []).flatMap((one) =>
    one.type === 'assert-set' ? insideOf(one.assert) : [one],
  );
