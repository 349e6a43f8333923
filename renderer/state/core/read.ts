/** The one way an answer of the core gets into what is reported. */
import type { CommandInput, CommandName, CommandResult } from '../../../shared/contract';
import type { Envelope } from '../../../shared/errors';
import { call } from '../../link/call';
import type { Reading } from './apply-event';
import { report, useCoreState } from './core-state';

/** An answer before it is known as of when it is. */
export type WithoutAsOf<One> = One extends unknown ? Omit<One, 'asOf'> : never;

/**
 * Asks for records and reports the answer together with what the window knew when it asked, so that it changes
 * nothing that was told since. Where a new snapshot was taken meanwhile, it asks again.
 *
 * @returns the answer; a refusal is not reported
 */
export async function read<Name extends CommandName>(
  name: Name,
  input: CommandInput<Name>,
  readingOf: (value: CommandResult<Name>) => WithoutAsOf<Reading>,
): Promise<Envelope<CommandResult<Name>>> {
  for (;;) {
    const asOf = useCoreState.getState();
    const answer = await call(name, input);
    if (answer.ok) report({ ...readingOf(answer.value), asOf } as Reading);
    if (useCoreState.getState().round === asOf.round) return answer;
  }
}
