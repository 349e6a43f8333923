/** The window's copy of the inspector's calls; pure, a part of `applyEvent`. */
import type { CallPage, CallSummary } from '../../../shared/calls/inspector';

/** The last query, while the inspector is open. */
export interface CallList {
  readonly query: string;
  /** Newest first. */
  readonly calls: readonly CallSummary[];
  readonly cursor: string | null;
  readonly total: number;
  readonly dropped: number;
  /** An event may change the selection: it is loaded again. */
  readonly isStale: boolean;
  /** The value of `callChanges` when the query was sent. */
  readonly asOf: number;
}

export interface Calls {
  /** `null` before the first page. */
  readonly callList: CallList | null;
  /** Counts the events of calls; `null` while the inspector is closed, and then such events are ignored. */
  readonly callChanges: number | null;
  /** The count when all calls were last cleared. */
  readonly callsClearedAt: number;
}

export const noCalls: Calls = { callList: null, callChanges: null, callsClearedAt: 0 };

interface PagedCalls {
  readonly query: string;
  readonly isFirst: boolean;
  readonly page: CallPage;
  readonly asOf: Pick<Calls, 'callChanges'>;
}

type ListedCalls = Pick<Calls, 'callList'>;

export function withCallPage(state: Calls, read: PagedCalls): ListedCalls {
  const { query, isFirst, page } = read;
  const asOf = read.asOf.callChanges ?? 0;
  const { nextCursor: cursor, total, dropped } = page;
  if (asOf < state.callsClearedAt) return { callList: emptyList(query, asOf) };
  const before = state.callList?.calls ?? [];
  const shown = isFirst ? [] : before;
  const known = new Set(shown.map(({ id }) => id));
  const newest = new Map(before.map((call) => [call.id, call]));
  const added = page.calls.filter(({ id }) => !known.has(id)).map((call) => newest.get(call.id) ?? call);
  // Whether events in between belong to the page is up to the core.
  const first = { asOf, isStale: asOf !== state.callChanges };
  const { asOf: since, isStale } = (isFirst ? null : state.callList) ?? first;
  const calls = [...shown, ...added];
  return { callList: { query, calls, cursor, total, dropped, isStale, asOf: since } };
}

const emptyList = (query: string, asOf: number): CallList => ({
  query,
  asOf,
  calls: [],
  cursor: null,
  total: 0,
  dropped: 0,
  isStale: true,
});

export function withCall<State extends Calls>(state: State, call: CallSummary): State {
  const { callList, callChanges } = state;
  if (callChanges === null) return state;
  return { ...state, callChanges: callChanges + 1, callList: callList && withCallOfList(callList, call) };
}

function withCallOfList(list: CallList, call: CallSummary): CallList {
  const at = list.calls.findIndex(({ id }) => id === call.id);
  if (at !== -1) return { ...list, calls: list.calls.with(at, call) };
  // Whether it matches the search is up to the core.
  if (list.query !== '') return { ...list, isStale: true };
  const [newest] = list.calls;
  // The call is on a page that was not loaded.
  if (newest !== undefined && call.startedAt < newest.startedAt) return list;
  return { ...list, calls: [call, ...list.calls], total: list.total + 1 };
}

export function withoutCalls<State extends Calls>(state: State): State {
  const { callList: list } = state;
  if (state.callChanges === null) return state;
  const callChanges = state.callChanges + 1;
  const callList = list && emptyList(list.query, list.asOf);
  return { ...state, callChanges, callsClearedAt: callChanges, callList };
}
