/** Parts of a configuration of promptfoo that are named elsewhere in the same file. */
import { ExperimentFileError, type Fields, isFields, type Note } from '../reading';

/** More than any file has; a reference to what it is in would have no end. */
const deepest = 40;
const mostParts = 1_000_000;
const tooMany = 'The file has too many parts, or a “$ref” that names what it is in.';

/** Each `{$ref: '#/assertionTemplates/short'}` of tests as what it names. */
export function withReferences(config: Fields, note: Note): Fields {
  let parts = 0;
  const resolved = (value: unknown, depth: number): unknown => {
    parts += 1;
    if (depth > deepest) return undefined;
    // A part that is left out without a word would be a test that passes.
    if (parts > mostParts) throw new ExperimentFileError(tooMany);
    if (Array.isArray(value)) return value.map((one: unknown) => resolved(one, depth + 1));
    if (!isFields(value)) return value;
    const { $ref: name } = value;
    if (typeof name !== 'string')
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolved(one, depth + 1)]));
    const found = partOf(config, name);
    if (found === undefined) note(`“${name}” names nothing in the file, and is not read.`);
    return resolved(found, depth + 1);
  };
  const { tests, scenarios, defaultTest, ...others } = config;
  const read = { tests, scenarios, defaultTest };
  return { ...others, ...(resolved(read, 0) as Fields) };
}

/** A JSON Pointer within the file (RFC 6901). */
function partOf(config: Fields, name: string): unknown {
  if (!name.startsWith('#/')) return undefined;
  const keys = name.slice(2).split('/');
  return keys
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (part, key) => (isFields(part) && Object.hasOwn(part, key) ? part[key] : undefined),
      config,
    );
}
