import type { CommandInput, CommandName, CommandResult } from '../../../shared/contract';
import { call } from '../../link/call';
import { type Cursor, createPagedList, type PagedList } from '../paged-list';
import type { CoreState, Reading } from './apply-event';
import { report, useCoreState } from './core-state';
import type { WithoutAsOf } from './read';

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
