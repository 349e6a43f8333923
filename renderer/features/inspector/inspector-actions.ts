/** The inspector's commands to the core. */
import { KEPT_CALLS } from '../../../shared/calls/inspector';
import type { AppErrorData } from '../../../shared/errors';
import { copyText } from '../../lib/clipboard';
import { saveText } from '../../lib/download';
import { call } from '../../link/call';
import { report, useCoreState } from '../../state/core/core-state';
import { reportedList } from '../../state/core/read';

const pageSize = 200;

const calls = reportedList<string, 'inspector.list'>('inspector.list', {
  cursor: ({ callList }) => callList?.cursor ?? null,
  input: (query, cursor) => ({ query, cursor, limit: pageSize }),
  reading: (query, page, isFirst) => ({ type: 'calls.paged', query, isFirst, page }),
});

/** Loads the matching calls from the newest on, or the next page; the newest query wins. */
export function loadCalls(query: string, isFirst: boolean): Promise<AppErrorData | null> {
  if (useCoreState.getState().callChanges === null) report({ type: 'calls.opened' });
  return isFirst ? calls.first(query) : calls.more(query);
}

/** The inspector is closed: what is still loading is discarded. */
export function leaveCalls(): void {
  calls.leave();
  report({ type: 'calls.closed' });
}

/** Every matching call, as a file for other tools. */
export async function saveHar(query: string): Promise<AppErrorData | null> {
  const ids = query === '' ? null : await allIds(query);
  if (ids?.length === 0) return null;
  const answer = await call('inspector.export', { ids, format: 'har' });
  if (!answer.ok) return answer.error;
  saveText(answer.value.text, 'gatehouse.har', 'application/json');
  return null;
}

async function allIds(query: string): Promise<string[]> {
  const page = await call('inspector.list', { query, cursor: null, limit: KEPT_CALLS });
  return page.ok ? page.value.calls.map(({ id }) => id) : [];
}

/** Copies the call as a command. */
export async function copyCurl(id: string): Promise<AppErrorData | 'copied' | 'refused'> {
  const answer = await call('inspector.export', { ids: [id], format: 'curl' });
  if (!answer.ok) return answer.error;
  return (await copyText(answer.value.text)) ? 'copied' : 'refused';
}
