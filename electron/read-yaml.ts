import { type CST, Parser, parse, stringify } from 'yaml';

/** Far deeper than files that people write. What reads and writes data goes one call deeper for each. */
const MOST_DEPTH = 200;

/**
 * Reads YAML, of which JSON is a part. Nothing in it becomes code or a type of its own. `<<: *name` puts the fields of what
 * it names in its place: YAML 1.2 has no such key, but the programs whose files are read here do.
 *
 * The depth is looked at first: where the stack ends in the middle of it, no error comes of that but the end of the process.
 * @throws where it is none, or too deep
 */
export function readYaml(text: string): unknown {
  requireDepth([...new Parser().parse(text)], partsOfToken);
  const value = parse(text, { logLevel: 'error', merge: true }) as unknown;
  // Names may go deeper than what is written.
  requireDepth([value], Object.values);
  return value;
}

/** Writes plain data; long lines are not folded, so that texts stay as they are. */
export const writeYaml = (value: unknown): string => stringify(value, { lineWidth: 0 });

function requireDepth(top: readonly unknown[], partsOf: (value: object) => readonly unknown[]): void {
  let level: Iterable<unknown> = top;
  for (let depth = 0; ; depth += 1) {
    // What is named several times is looked at once.
    const next = new Set<unknown>();
    for (const one of level)
      if (typeof one === 'object' && one !== null) for (const part of partsOf(one)) next.add(part);
    if (next.size === 0) return;
    if (depth > MOST_DEPTH) throw new Error(`more than ${MOST_DEPTH} levels are inside each other.`);
    level = next;
  }
}

/** What is inside a token, without what only separates. */
function partsOfToken(token: object): readonly unknown[] {
  const { value, items = [] } = token as {
    readonly value?: unknown;
    readonly items?: readonly CST.CollectionItem[];
  };
  return [value, ...items.flatMap((item) => [item.key, item.value])].filter((one) => typeof one === 'object');
}
