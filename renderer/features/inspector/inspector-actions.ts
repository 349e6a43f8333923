/** What the inspector asks the core. */
import type { AppErrorData } from '../../../shared/errors';
import { copyText } from '../../lib/copy-text';
import { saveText } from '../../lib/save-text';
import { call } from '../../link/call';
import { report, useReported } from '../../state/core/reported';

const pageSize = 200;
let round = 0;

/** Loads the calls that match from the newest on, or goes on with them; the newest question wins. */
export async function loadCalls(query: string, isFirst: boolean): Promise<AppErrorData | null> {
  const cursor = isFirst ? null : (useReported.getState().callList?.cursor ?? null);
  if (!isFirst && cursor === null) return null;
  const mine = ++round;
  const page = await call('inspector.list', { query, cursor, limit: pageSize });
  if (mine !== round) return null;
  if (!page.ok) return page.error;
  report({ type: 'calls.paged', query, isFirst, page: page.value });
  return null;
}

/** Nobody looks any more: what is on its way is not wanted either. */
export function leaveCalls(): void {
  round += 1;
  report({ type: 'calls.closed' });
}

/** Every call that matches, as a file for other tools. */
export async function saveHar(query: string): Promise<AppErrorData | null> {
  const ids = query === '' ? null : await allIds(query);
  if (ids?.length === 0) return null;
  const answer = await call('inspector.export', { ids, format: 'har' });
  if (!answer.ok) return answer.error;
  saveText(answer.value.text, 'gatehouse.har', 'application/json');
  return null;
}

async function allIds(query: string): Promise<string[]> {
  const page = await call('inspector.list', { query, cursor: null, limit: 500 });
  return page.ok ? page.value.calls.map(({ id }) => id) : [];
}

/** Puts the call on the clipboard as a command. */
export async function copyCurl(id: string): Promise<AppErrorData | 'copied' | 'refused'> {
  const answer = await call('inspector.export', { ids: [id], format: 'curl' });
  if (!answer.ok) return answer.error;
  return (await copyText(answer.value.text)) ? 'copied' : 'refused';
}
