/** The command line of `npm run sandbox`. */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { dataFolder } from '../data-folder';
import { toMicros } from './pricing';
import { DEFAULT_CALLS_PER_MINUTE, DEFAULT_CREDITS } from './server';

export interface CliOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** `null`: the key in the data folder, created there at the first start. */
  readonly apiKey: string | null;
  readonly credits: number;
  readonly callsPerMinute: number;
  readonly dataDir: string;
  readonly isJson: boolean;
  /** List the simulated models of checks. */
  readonly bench: boolean;
}

/** The command line is invalid; the message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const usage = `Usage: npm run sandbox -- [options]

  --port N         port on 127.0.0.1 (default: any free one)
  --key K          API key to accept (default: made once and kept in the data folder)
  --credits N      credits of a new account (default: ${DEFAULT_CREDITS})
  --rate-limit N   calls a minute (default: ${DEFAULT_CALLS_PER_MINUTE})
  --data DIR       data folder (default: "sandbox-standalone" in Gatehouse's own)
  --bench          list the simulated models of checks too: one that is honest, ten ways to lie
  --json           print one line of JSON when ready, and nothing else
  --help           print this
`;

const flags = {
  port: { type: 'string' },
  key: { type: 'string' },
  credits: { type: 'string' },
  'rate-limit': { type: 'string' },
  data: { type: 'string' },
  bench: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

type Environment = NodeJS.ProcessEnv;

/**
 * @returns the options, or `'help'`.
 * @throws UsageError
 */
export function readOptions(args: readonly string[], env: Environment): CliOptions | 'help' {
  const values = parse(args);
  if (values.help) return 'help';
  return {
    port: wholeNumber('--port', values.port ?? '0', 0, 65_535),
    apiKey: values.key === undefined ? null : checkKey(values.key),
    credits: checkCredits(values.credits ?? String(DEFAULT_CREDITS)),
    callsPerMinute: wholeNumber(
      '--rate-limit',
      values['rate-limit'] ?? String(DEFAULT_CALLS_PER_MINUTE),
      1,
      10_000_000,
    ),
    dataDir: values.data === undefined ? defaultDataDir(env) : checkFolder(values.data),
    isJson: values.json ?? false,
    bench: values.bench ?? false,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags, strict: true }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Never the app's own `sandbox` folder: only one gateway can use a folder, and both may run at once. */
const defaultDataDir = (env: Environment): string => join(dataFolder(env), 'sandbox-standalone');

function wholeNumber(flag: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new UsageError(`${flag} must be a whole number from ${min} to ${max}, not "${text}"`);
  }
  return value;
}

function checkCredits(text: string): number {
  try {
    if (!/^\d+(\.\d+)?$/.test(text)) throw new RangeError();
    toMicros(Number(text));
    return Number(text);
  } catch {
    throw new UsageError(
      `--credits must be a number from 0 to 1000000000 with at most six decimals, not "${text}"`,
    );
  }
}

function checkKey(key: string): string {
  if (!/^[\x21-\x7e]{1,1000}$/.test(key)) {
    throw new UsageError('--key must be printable ASCII without spaces, and not empty');
  }
  return key;
}

function checkFolder(folder: string): string {
  if (folder.trim() === '') throw new UsageError('--data must name a folder');
  return resolve(folder);
}
