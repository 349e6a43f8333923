/** Pasted definitions of tools: JSON, the same as a program writes it, or YAML. */
import { parseDocument } from 'yaml';
import { whyNot } from '../../../shared/paste/code';
import { literalAt } from '../../../shared/paste/literal';
import { LiteralRefusal } from '../../../shared/paste/literal-text';
import { type FoundTools, toolsOf } from '../../../shared/run/read-tools';
import { isDeeperThan } from '../../../shared/text/bounded-json';

export type ReadDefinitions = FoundTools & {
  /** Why the text can't be read at all, and where. */
  readonly why?: string;
};

const nothing = { tools: [], leftOut: [] } as const;
const mostCharacters = 20_000_000;
const mostLevels = 200;

export function readDefinitions(text: string): ReadDefinitions {
  if (text.length > mostCharacters)
    return { ...nothing, why: 'The text is longer than 20 million characters.' };
  try {
    const value = valueIn(text.trim());
    if (isDeeperThan(value, mostLevels)) return { ...nothing, why: tooDeep };
    return toolsOf(value);
  } catch (cause) {
    return {
      ...nothing,
      why: cause instanceof LiteralRefusal ? whyNot(text.trim(), cause) : reasonOf(cause),
    };
  }
}

const tooDeep = `The text is nested deeper than ${mostLevels} levels.`;

const reasonOf = (cause: unknown): string => {
  const { message } = cause instanceof Error ? cause : { message: String(cause) };
  return /call stack/i.test(message) ? tooDeep : message;
};

function valueIn(text: string): unknown {
  if (!/^[[{]/.test(text)) return yamlIn(text);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return literalAt(text, 0).value;
  }
}

function yamlIn(text: string): unknown {
  const document = parseDocument(text, { merge: true, logLevel: 'error' });
  const [error] = document.errors;
  if (error === undefined) return notTooMuch(document.toJS({ maxAliasCount: -1 }) as unknown);
  const [{ line, col }] = error.linePos ?? [{ line: 1, col: 1 }];
  const [sentence = ''] = error.message.split(/ at line \d+/);
  throw new Error(`Line ${line}, column ${col}: ${sentence}.`);
}

const mostValues = 2_000_000;

/** A part that is named often is one object, and grows only where it is written out. */
function notTooMuch(whole: unknown): unknown {
  const sizes = new Map<unknown, number>();
  const sizeOf = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 1;
    const known = sizes.get(value);
    if (known !== undefined) return known;
    const size = Object.values(value).reduce<number>((sum, one) => sum + sizeOf(one), 1);
    sizes.set(value, size);
    return size;
  };
  if (sizeOf(whole) <= mostValues) return whole;
  throw new Error('The text names its parts so often that it would hold more than 2 million values.');
}
