/** A window that sends commands to the app while it runs. */
import type { CommandInput, CommandName, CommandResult } from '../../../shared/contract';
import type { Envelope } from '../../../shared/errors';
import { checkError } from '../rules/errors';
import { checkLimit, limitOf } from '../rules/limits';
import { noteLoop } from '../rules/loops';
import { checkSecrets } from '../rules/secrets';
import type { Run } from '../run-state';
import type { Random } from '../world/random';
import type { Answered } from './answered';

export async function ask<Name extends CommandName>(
  run: Run,
  name: Name,
  input: CommandInput<Name>,
): Promise<Answered<CommandResult<Name>>> {
  const { app, world } = run;
  if (app === null || !app.life.isAlive) return { is: 'died' };
  const limited = limitOf(run, name, input);
  const key = Symbol(name);
  run.asked.set(key, { name, at: world.scheduler.now(), life: app.life.number });
  const answer = await Promise.race([
    app.core.call(name, input) as Promise<Envelope<CommandResult<Name>>>,
    app.life.died.then(() => null),
  ]);
  run.asked.delete(key);
  if (answer === null || !app.life.isAlive) return { is: 'died' };
  checkSecrets(run, `the answer to ${name}`, answer);
  const answered = answeredBy(answer);
  checkLimit(run, name, input, limited, answered);
  noteLoop(run, name, input, answered);
  if (answered.is === 'refused') checkError(run, name, answered.error);
  return answered;
}

const answeredBy = <Value>(answer: Envelope<Value>): Answered<Value> =>
  answer.ok ? { is: 'ok', value: answer.value } : { is: 'refused', error: answer.error };

/** Confirms, in most cases, what the app asks about first. */
export async function askConfirming<Name extends 'jobs.create' | 'chat.send' | 'chat.run'>(
  run: Run,
  random: Random,
  name: Name,
  input: CommandInput<Name>,
): Promise<Answered<CommandResult<Name>>> {
  const confirms = random.chance(0.7);
  const answer = await ask(run, name, input);
  if (answer.is !== 'refused' || answer.error.code !== 'needs_confirmation' || !confirms) return answer;
  if ('id' in input) run.memory.confirmed.add(String(input.id));
  return await ask(run, name, { ...input, isConfirmed: true });
}

/** Remembers which profile is in use, until that is in doubt. */
export async function activate(run: Run, id: string): Promise<Answered<null>> {
  run.memory.activeId = null;
  const answer = await ask(run, 'profiles.activate', { id });
  if (answer.is === 'ok') run.memory.activeId = id;
  return answer;
}

/** The result, or `null` if there is none. */
export async function read<Name extends CommandName>(
  run: Run,
  name: Name,
  input: CommandInput<Name>,
): Promise<CommandResult<Name> | null> {
  const answer = await ask(run, name, input);
  return answer.is === 'ok' ? answer.value : null;
}

export const describe = <Value>(answer: Answered<Value>): string =>
  answer.is === 'refused' ? `refused: ${answer.error.code}` : answer.is;
