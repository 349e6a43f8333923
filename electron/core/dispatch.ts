import type { z } from 'zod';
import { type CheckedInput, type CommandName, type CommandResult, commands } from '../../shared/contract';
import { AppError, type Envelope } from '../../shared/errors';
import { isDeeperThan } from '../../shared/text/bounded-json';
import { wrongField, wrongValueWords } from '../../shared/text/wrong-value';
import type { Ports } from './ports/ports';

/** One handler for every command of the contract: the compiler names the one that is missing. */
export type Handlers = {
  readonly [Name in CommandName]: (
    input: CheckedInput<Name>,
  ) => CommandResult<Name> | Promise<CommandResult<Name>>;
};

/**
 * Runs every command: finds it in the contract, checks the input and calls the handler. Never throws; failures are
 * returned as error data.
 */
export async function dispatch(
  handlers: Handlers,
  { describeError, log }: Pick<Ports, 'describeError' | 'log'>,
  name: string,
  input: unknown,
): Promise<Envelope<unknown>> {
  try {
    if (!isCommand(name)) throw unknownCommand(name);
    return { ok: true, value: await handle(handlers, name, input) };
  } catch (error) {
    const described = describeError(error);
    if (described.code === 'internal')
      log(`${name} failed: ${error instanceof Error ? error.stack : String(error)}`);
    return { ok: false, error: described };
  }
}

/** The same for calls that are not commands: a failure is returned as error data. */
export async function toEnvelope<Value>(
  { describeError }: Pick<Ports, 'describeError'>,
  work: () => Promise<Value>,
): Promise<Envelope<Value>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, error: describeError(error) };
  }
}

/** Deeper than any setting needs; the checks and `JSON.stringify` are recursive, so depth has to be limited. */
const MAX_DEPTH = 200;

async function handle<Name extends CommandName>(handlers: Handlers, name: Name, input: unknown) {
  if (isDeeperThan(input, MAX_DEPTH)) throw tooDeep();
  const checked = commands[name].input.safeParse(input);
  if (!checked.success) throw wrongInput(checked.error.issues);
  const handler = handlers[name] as (checked: unknown) => unknown;
  return await handler(checked.data);
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}

function unknownCommand(name: string): AppError {
  const shown = String(name).slice(0, 80);
  return new AppError({ code: 'invalid_input', field: 'name', message: `Unknown command “${shown}”.` });
}

function tooDeep(): AppError {
  const message = `The input is nested deeper than ${MAX_DEPTH} levels.`;
  return new AppError({ code: 'invalid_input', field: '', message });
}

/** Names the first wrong field. The value itself is not repeated: it may be a key. */
function wrongInput([issue]: readonly z.core.$ZodIssue[]): AppError {
  return new AppError({
    code: 'invalid_input',
    field: wrongField(issue),
    message: `${wrongValueWords(issue)}.`,
  });
}

/** What a handler may have done already: a promise would go on with nobody to hear that it failed. */
type Done<Value> = Value extends PromiseLike<unknown> ? never : Value;

/** The result of a command whose changes are reported by event. Work that takes time comes here by `.then(nothing)`. */
export function nothing<Values extends readonly unknown[]>(
  ..._done: { [At in keyof Values]: Done<Values[At]> }
): null {
  return null;
}
