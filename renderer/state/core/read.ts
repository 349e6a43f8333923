/** The only way in which an answer of the core becomes part of the core state. */
import type { CommandInput, CommandName, CommandResult } from '../../../shared/contract';
import type { Envelope } from '../../../shared/errors';
import { call } from '../../link/call';
import { type Cursor, createPagedList, type PagedList } from '../paged-list';
import type { CoreState, Reading } from './apply-event';
import { report, useCoreState } from './core-state';

/** An answer, without the state at its request. */
export type WithoutAsOf<One> = One extends unknown ? Omit<One, 'asOf'> : never;

/**
 * Runs a query and reports the answer together with the window's state at the request, so that it changes nothing that
 * an event reported since. Where a new snapshot was taken meanwhile, it asks again.
 *
 * @returns the answer; an error is not reported
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

interface ListOf<Question, Name extends CommandName> {
  readonly cursor: (state: CoreState, question: Question) => Cursor;
  readonly input: (question: Question, cursor: string | null) => CommandInput<Name>;
  readonly reading: (question: Question, page: CommandResult<Name>, isFirst: boolean) => WithoutAsOf<Reading>;
}

/** A list of the core's records whose pages are stored in the core state. */
export function reportedList<Question, Name extends CommandName>(
  name: Name,
  { cursor, input, reading }: ListOf<Question, Name>,
): PagedList<Question> {
  return createPagedList<Question>({
    cursor: (question) => cursor(useCoreState.getState(), question),
    round: () => useCoreState.getState().round,
    async read(question, { cursor: from, isFirst, isWanted }) {
      const asOf = useCoreState.getState();
      const answer = await call(name, input(question, from));
      if (answer.ok && isWanted()) report({ ...reading(question, answer.value, isFirst), asOf } as Reading);
      return answer;
    },
  });
}
