/**
 * A list that is read a page at a time: its beginning, then what follows while the person scrolls.
 *
 * What is asked and where pages are kept is the caller's; here is when to ask. The newest beginning wins, further
 * pages are asked for one at a time, and none at the end.
 */
import type { AppErrorData, Envelope } from '../../shared/errors';

/** Where a list goes on: `undefined` before its first page, `null` at its end. */
export type Cursor = string | null | undefined;

export interface PageRequest {
  readonly cursor: string | null;
  /** The beginning, which replaces what was read before. */
  readonly isFirst: boolean;
  /** Whether the answer is still wanted; to be asked before it is taken in. */
  readonly isWanted: () => boolean;
}

export interface PagedSource<Question> {
  readonly cursor: (question: Question) => Cursor;
  /** Asks for a page, and takes it in where it is still wanted. */
  readonly read: (question: Question, request: PageRequest) => Promise<Envelope<unknown>>;
  /** Goes up where what was asked before counts no more, such as with a new snapshot: it is asked for again. */
  readonly round?: () => number;
}

/** Each resolves with why the page could not be read, else with `null`. */
export interface PagedList<Question> {
  readonly first: (question: Question) => Promise<AppErrorData | null>;
  /** What follows; the beginning where nothing was read yet. */
  readonly more: (question: Question) => Promise<AppErrorData | null>;
  /** Lets go of what is on its way. */
  readonly leave: () => void;
}

export function createPagedList<Question>(source: PagedSource<Question>): PagedList<Question> {
  const { round = () => 0 } = source;
  let turn = 0;
  let busy: { readonly round: number } | null = null;

  async function ask(question: Question, cursor: string | null, isFirst: boolean) {
    const mine = { turn: ++turn, round: round() };
    busy = mine;
    const isNewest = () => mine.turn === turn;
    const isWanted = () => isNewest() && mine.round === round();
    const answer = await source.read(question, { cursor, isFirst, isWanted });
    if (busy === mine) busy = null;
    if (isNewest() && !isWanted()) return isFirst ? first(question) : more(question);
    return isWanted() && !answer.ok ? answer.error : null;
  }

  const first = (question: Question): Promise<AppErrorData | null> => ask(question, null, true);

  async function more(question: Question): Promise<AppErrorData | null> {
    const cursor = source.cursor(question);
    const isBusy = busy !== null && busy.round === round();
    return cursor === null || isBusy ? null : ask(question, cursor ?? null, false);
  }

  const leave = () => {
    turn += 1;
    busy = null;
  };
  return { first, more, leave };
}
