/** The command line of the browser host. */
import { parseArgs } from 'node:util';

export interface WebOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** Open the default browser. */
  readonly open: boolean;
  /** Print one line of JSON instead of sentences. */
  readonly json: boolean;
}

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** @throws {UsageError} for an unknown flag, with the known flags */
export function readWebOptions(argv: readonly string[]): WebOptions {
  const { values } = parse(argv);
  return { port: readPort(values.port), open: values['no-open'] !== true, json: values.json === true };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        web: { type: 'boolean' },
        port: { type: 'string' },
        'no-open': { type: 'boolean' },
        json: { type: 'boolean' },
      },
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : String(error);
    throw new UsageError(`${reason}. Known: --web [--port N] [--no-open] [--json]`);
  }
}

function readPort(text: string | undefined): number {
  if (text === undefined) return 0;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new UsageError(`--port takes a number from 0 to 65535, not "${text}"`);
}
