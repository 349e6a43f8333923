/** The calls in the inspector as the window knows them; pure, a part of `applyEvent`. */
import type { CallPage, CallSummary } from '../../../shared/inspector';

/** What was asked for last, while the inspector is open. */
export interface CallList {
  readonly query: string;
  /** Newest first. */
  readonly calls: readonly CallSummary[];
  readonly cursor: string | null;
  readonly total: number;
  readonly dropped: number;
  /** Something came that may belong to it, or made room: it is asked for again. */
  readonly isStale: boolean;
}

export interface Calls {
  /** `null` while nobody looks: then news of calls costs nothing. */
  readonly callList: CallList | null;
}

export const noCalls: Calls = { callList: null };

interface PagedCalls {
  readonly query: string;
  readonly isFirst: boolean;
  readonly page: CallPage;
}

export function withCallPage({ callList }: Calls, { query, isFirst, page }: PagedCalls): Calls {
  const before = isFirst || callList === null ? [] : callList.calls;
  const known = new Set(before.map(({ id }) => id));
  const calls = [...before, ...page.calls.filter(({ id }) => !known.has(id))];
  const { nextCursor: cursor, total, dropped } = page;
  return { callList: { query, calls, cursor, total, dropped, isStale: false } };
}

export function withCall<State extends Calls>(state: State, call: CallSummary): State {
  const list = state.callList;
  if (list === null) return state;
  const at = list.calls.findIndex(({ id }) => id === call.id);
  if (at !== -1) return { ...state, callList: { ...list, calls: list.calls.with(at, call) } };
  // Whether it matches the search is for the core to say.
  if (list.query !== '') return { ...state, callList: { ...list, isStale: true } };
  const [newest] = list.calls;
  // One of a page that was not loaded.
  if (newest !== undefined && call.startedAt < newest.startedAt) return state;
  return { ...state, callList: { ...list, calls: [call, ...list.calls], total: list.total + 1 } };
}

export function withoutCalls<State extends Calls>(state: State): State {
  if (state.callList === null) return state;
  return {
    ...state,
    callList: { ...state.callList, calls: [], cursor: null, total: 0, dropped: 0, isStale: true },
  };
}
