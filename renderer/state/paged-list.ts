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
  /**
   * The next page; the first where nothing was loaded yet. While the same list is loaded again from its beginning, it
   * waits for that: otherwise nothing would follow for a person who scrolled to the end meanwhile.
   */
  readonly more: (question: Question) => Promise<AppErrorData | null>;
  /** Discards what is loading. */
  readonly leave: () => void;
}

interface Loading<Question> {
  readonly turn: number;
  readonly round: number;
  readonly question: Question;
  readonly isFirst: boolean;
}

export function createPagedList<Question>(source: PagedSource<Question>): PagedList<Question> {
  const { round = () => 0 } = source;
  let turn = 0;
  let leaves = 0;
  /** The list whose next page failed: nobody asks for it again but by scrolling. */
  let unread: Question | null = null;
  let busy: (Loading<Question> & { readonly ended: Promise<AppErrorData | null> }) | null = null;

  function ask(question: Question, cursor: string | null, isFirst: boolean): Promise<AppErrorData | null> {
    const mine = { turn: ++turn, round: round(), question, isFirst };
    const ended = load(mine, cursor);
    busy = { ...mine, ended };
    return ended;
  }

  async function load(mine: Loading<Question>, cursor: string | null): Promise<AppErrorData | null> {
    const { question, isFirst } = mine;
    const isNewest = () => mine.turn === turn;
    const isWanted = () => isNewest() && mine.round === round();
    const answer = await source.read(question, { cursor, isFirst, isWanted });
    if (busy?.turn === mine.turn) busy = null;
    if (isNewest() && !isWanted()) return isFirst ? first(question) : more(question);
    return isWanted() ? settled(mine, answer) : null;
  }

  async function settled(
    { question, isFirst }: Loading<Question>,
    answer: Envelope<unknown>,
  ): Promise<AppErrorData | null> {
    if (!answer.ok && !isFirst) unread = question;
    if (!answer.ok) return answer.error;
    const isLacking = isFirst && unread !== null && isSame(unread, question);
    unread = null;
    return isLacking ? more(question) : null;
  }

  const first = (question: Question): Promise<AppErrorData | null> => ask(question, null, true);

  async function more(question: Question): Promise<AppErrorData | null> {
    const cursor = source.cursor(question);
    if (busy?.round === round()) {
      const isReloaded = typeof cursor === 'string' && busy.isFirst && isSame(busy.question, question);
      return isReloaded ? after(busy.ended, question) : null;
    }
    return cursor === null ? null : ask(question, cursor ?? null, false);
  }

  async function after(
    ended: Promise<AppErrorData | null>,
    question: Question,
  ): Promise<AppErrorData | null> {
    const before = leaves;
    const error = await ended;
    return error !== null || before !== leaves ? error : more(question);
  }

  const leave = () => {
    turn += 1;
    leaves += 1;
    busy = null;
  };
  return { first, more, leave };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
