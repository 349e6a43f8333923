/** The flags of the commands without a window, and what is wrong with them. */
import { parseArgs } from 'node:util';
import { version } from '../package.json';
import { UsageError } from './command-line';

type Kind = 'text' | 'texts' | 'flag';
type Flags = Readonly<Record<string, Kind>>;
type ValuesOf<Known extends Flags> = {
  readonly [Name in keyof Known]?: Known[Name] extends 'flag'
    ? boolean
    : Known[Name] extends 'text'
      ? string
      : string[];
};

const kinds = {
  text: { type: 'string' },
  texts: { type: 'string', multiple: true },
  flag: { type: 'boolean' },
} as const;

/**
 * @param known each flag without its dashes
 * @throws UsageError in words of its own, since those of Node name its own syntax
 */
export function readFlags<Known extends Flags>(
  args: readonly string[],
  known: Known,
): {
  readonly values: ValuesOf<Known> & { readonly help?: boolean };
  readonly positionals: readonly string[];
} {
  const options = {
    ...Object.fromEntries(Object.entries(known).map(([name, kind]) => [name, kinds[kind]])),
    help: { type: 'boolean', short: 'h' },
  } as const;
  try {
    const { values, positionals } = parseArgs({
      args: withValues(args, known),
      allowPositionals: true,
      options,
    });
    return { values: values as ValuesOf<Known>, positionals };
  } catch (error) {
    throw new UsageError(mistakeOf(error as NodeJS.ErrnoException));
  }
}

/** `--budget -1` as one argument: that a value begins with a dash is for its own check to say. */
function withValues(args: readonly string[], known: Flags): string[] {
  const joined: string[] = [];
  for (const [at, arg] of args.entries()) {
    if (arg === '--') return [...joined, ...args.slice(at)];
    const flag = joined.at(-1)?.replace(/^--/, '') ?? '';
    const takesValue = Object.hasOwn(known, flag) && known[flag] !== 'flag';
    if (takesValue && joined.at(-1)?.startsWith('--') && /^-[^-]/.test(arg))
      joined.push(`${joined.pop()}=${arg}`);
    else joined.push(arg);
  }
  return joined;
}

function mistakeOf({ code, message }: NodeJS.ErrnoException): string {
  const flag = /'(--?[^\s'=<,]+)/.exec(message)?.[1] ?? '';
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `Unknown flag “${flag}”.`;
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return message;
  return message.includes('does not take') ? `${flag} takes no value.` : `${flag} needs a value.`;
}

/** What is printed where a command only has to say something of itself; `null` where it has to run. */
export function saidOfItself(args: readonly string[], usage: string): string | null {
  const flags = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  if (flags.includes('--help') || flags.includes('-h')) return usage;
  return flags.includes('--version') ? version : null;
}
