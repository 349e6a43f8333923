/**
 * A list that is loaded a page at a time: its beginning, then more while you scroll.
 *
 * The caller decides what to query and where pages are stored; this decides when. The newest beginning wins, further
 * pages are loaded one at a time, and none after the end.
 */
import type { AppErrorData, Envelope } from '../../shared/errors';

/** Cursor of the next page: `undefined` before the first page, `null` at the end. */
export type Cursor = string | null | undefined;

export interface PageRequest {
  readonly cursor: string | null;
  /** The beginning, which replaces what was loaded before. */
  readonly isFirst: boolean;
  /** Whether the answer is still wanted; checked before it is applied. */
  readonly isWanted: () => boolean;
}

export interface PagedSource<Question> {
  readonly cursor: (question: Question) => Cursor;
  /** Loads a page, and applies it where it is still wanted. */
  readonly read: (question: Question, request: PageRequest) => Promise<Envelope<unknown>>;
  /** Changes where earlier requests no longer count, such as with a new snapshot: the page is loaded again. */
  readonly round?: () => number;
}

/** Each resolves with the error of the page, or `null`. */
export interface PagedList<Question> {
  readonly first: (question: Question) => Promise<AppErrorData | null>;
  /** The next page; the first where nothing was loaded yet. */
  readonly more: (question: Question) => Promise<AppErrorData | null>;
  /** Discards what is loading. */
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
