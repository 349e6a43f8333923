/** What `gatehouse run` was asked to do. */
import { readFlags } from './command-flags';
import { DEFAULT_VARIABLE, type GatewayOptions, readBudget, readKeyName, UsageError } from './command-line';
import { writerOf } from './run-report';

export interface RunOptions extends GatewayOptions {
  readonly file: string;
  readonly models: readonly string[];
  readonly prompt: string | null;
  /** Judges instead of the model that the file names. */
  readonly judge: string | null;
  readonly repeat: number | null;
  readonly budget: number | null;
  readonly isConfirmed: boolean;
  /** The last run of the same file goes on. */
  readonly isResumed: boolean;
  readonly format: 'text' | 'json' | 'junit';
  /** Files that the results are written to, by their ending. */
  readonly outputs: readonly string[];
}

/** What the process ends with. */
export const runExitCodes = { passed: 0, failed: 1, budget: 2, error: 3 } as const;

export const runUsage = `Usage: gatehouse run FILE --profile NAME | --base-url URL [options]

Asks each case of an experiment with each of its variants, judges the answers, and prints a line for each. FILE is a
configuration of promptfoo (YAML or JSON), an experiment of Gatehouse (.gatehouse-experiment.json), or a table of cases
(CSV, JSONL, XLSX or ODS). No window is needed.

  --profile NAME   a profile of this computer, such as Sandbox; the experiment is kept there
  --base-url URL   a gateway that is not a profile; only generated files are kept
  --key-env NAME   the environment variable that holds the key (default: ${DEFAULT_VARIABLE});
                   a profile’s own key is used unless this names another
  --model ID       a model to ask instead of those of the file; repeat it for several
  --prompt TEXT    the prompt of a table, with {{columns}}
  --judge ID       the model that judges, where an assertion names none (llm-rubric, factuality, select-best …)
  --repeat N       ask each case so many times
  --budget N       the most to spend, in credits or dollars as the gateway counts
  --resume         go on with the last run of the same file instead of a new one: only what has no answer is sent, and
                   the budget counts for both
  --yes            start also where prices are unknown or the limits of the profile ask first
  --json           print a line of JSON for each cell, and a summary last
  --junit          print the results as JUnit XML
  --output FILE    write the results too: .csv, .jsonl, .xml (JUnit) or .html; repeat it for several
  --help           print this text
  --version        print the version

Without --budget, a terminal is asked before anything is sent; elsewhere nothing is sent that may cost something.
The budget is a hard stop: a request is sent only while the most that it can cost is left. A lower max_tokens in the
file lowers that. Ctrl+C sends nothing more and lets running requests end, a second one ends at once; --resume goes on.

Ends with 0 if every cell passed or nothing is expected of it, 1 if one failed or is unclear, 2 if the budget or a limit
ended it, 3 for an error, such as a request that failed.`;

const runFlags = {
  profile: 'text',
  'base-url': 'text',
  'key-env': 'text',
  prompt: 'text',
  judge: 'text',
  repeat: 'text',
  budget: 'text',
  model: 'texts',
  output: 'texts',
  yes: 'flag',
  resume: 'flag',
  json: 'flag',
  junit: 'flag',
} as const;

/** @throws UsageError */
export function readRunOptions(args: readonly string[]): RunOptions | 'help' {
  const { values, positionals } = readFlags(args, runFlags);
  if (values.help === true) return 'help';
  const [file, ...others] = positionals;
  if (file === undefined) throw new UsageError('Name the file to run.');
  if (others.length > 0) throw new UsageError(`Name one file, not “${positionals.join('” and “')}”.`);
  const { profile = null, 'base-url': baseUrl = null, output: outputs = [] } = values;
  if ((profile === null) === (baseUrl === null))
    throw new UsageError('Name either --profile NAME or --base-url URL.');
  if (values.resume === true && profile === null)
    throw new UsageError('--resume needs --profile: with --base-url no run is kept.');
  if (values.json === true && values.junit === true) throw new UsageError('Use either --json or --junit.');
  const unknown = outputs.find((name) => writerOf(name) === null);
  if (unknown !== undefined)
    throw new UsageError(`--output: “${unknown}” is not .csv, .jsonl, .xml or .html.`);
  const format = values.json === true ? 'json' : values.junit === true ? 'junit' : 'text';
  const keyFrom = readKeyName(values['key-env']);
  const isKeyNamed = values['key-env'] !== undefined;
  const budget = readBudget(values.budget);
  const repeat = readRepeat(values.repeat);
  const { model: models = [], prompt = null, judge = null, yes: isConfirmed = false } = values;
  const given = { file, profile, baseUrl, keyFrom, isKeyNamed, models, prompt, judge, repeat, budget };
  return { ...given, isConfirmed, isResumed: values.resume === true, format, outputs };
}

function readRepeat(text: string | undefined): number | null {
  if (text === undefined) return null;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > 50)
    throw new UsageError(`--repeat takes a number from 1 to 50, not “${text}”.`);
  return number;
}
