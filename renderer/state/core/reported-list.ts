import type { CommandInput, CommandName, CommandResult } from '../../../shared/contract';
import { call } from '../../link/call';
import { type Cursor, createPagedList, type PagedList } from '../paged-list';
import type { Reading, ReportedState } from './apply-event';
import type { WithoutAsOf } from './read';
import { report, useReported } from './reported';

interface ListOf<Question, Name extends CommandName> {
  readonly cursor: (state: ReportedState, question: Question) => Cursor;
  readonly input: (question: Question, cursor: string | null) => CommandInput<Name>;
  readonly reading: (question: Question, page: CommandResult<Name>, isFirst: boolean) => WithoutAsOf<Reading>;
}

/** A list of the core's records whose pages are kept with what is reported. */
export function reportedList<Question, Name extends CommandName>(
  name: Name,
  { cursor, input, reading }: ListOf<Question, Name>,
): PagedList<Question> {
  return createPagedList<Question>({
    cursor: (question) => cursor(useReported.getState(), question),
    round: () => useReported.getState().round,
    async read(question, { cursor: from, isFirst, isWanted }) {
      const asOf = useReported.getState();
      const answer = await call(name, input(question, from));
      if (answer.ok && isWanted()) report({ ...reading(question, answer.value, isFirst), asOf } as Reading);
      return answer;
    },
  });
}
