import type { AppErrorData, Envelope } from '../../../shared/errors';
import { focusSoon } from '../../lib/focus';
import { call } from '../../link/call';
import { useInspector } from '../../state/ui/inspector-state';

/** The recorded call with this request id; `null` where the inspector does not hold it any more. */
export async function inspectedCall(requestId: string): Promise<Envelope<string | null>> {
  const page = await call('inspector.list', { query: requestId.slice(0, 300), cursor: null, limit: 20 });
  if (!page.ok) return page;
  return { ok: true, value: page.value.calls.find((one) => one.requestId === requestId)?.id ?? null };
}

/** Shows one call in the inspector and focuses its parts; an error where it was removed meanwhile. */
export async function inspect(id: string): Promise<AppErrorData | null> {
  const answer = await call('inspector.get', { id });
  if (!answer.ok) return answer.error;
  useInspector.setState({ isOpen: true, query: '', chosenId: id });
  focusSoon('call-tab');
  return null;
}
