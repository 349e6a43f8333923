import { PanelBottom } from 'lucide-react';
import type { AppErrorData, Envelope } from '../../../shared/errors';
import { useKeys, withKeysText } from '../../commands/use-keys';
import { focusSoon, noteFocus } from '../../lib/focus';
import { call } from '../../link/call';
import { toggleInspector, useInspector } from '../../state/ui/inspector-state';
import { Button } from '../../ui/button';

/** The recorded call with this request id; `null` where the inspector does not hold it any more. */
export async function inspectedCall(requestId: string): Promise<Envelope<string | null>> {
  const page = await call('inspector.list', { query: requestId.slice(0, 300), cursor: null, limit: 20 });
  if (!page.ok) return page;
  return { ok: true, value: page.value.calls.find((one) => one.requestId === requestId)?.id ?? null };
}

/** Shows one call in the inspector and focuses its parts; an error where it was removed meanwhile. */
export async function inspect(id: string): Promise<AppErrorData | null> {
  const isElsewhere = noteFocus();
  const answer = await call('inspector.get', { id });
  if (!answer.ok) return answer.error;
  useInspector.setState({ isOpen: true, query: '', chosenId: id });
  if (!isElsewhere()) focusSoon('call-tab');
  return null;
}

/** Opens and closes the panel with every HTTP call of the app. */
export function InspectorButton() {
  const isOpen = useInspector((state) => state.isOpen);
  const keys = useKeys('inspector.toggle');
  return (
    <Button
      tone="quiet"
      className="h-6! flex-none px-2! text-sm aria-pressed:text-accent"
      aria-pressed={isOpen}
      aria-keyshortcuts={keys.aria}
      title={withKeysText('Inspector', keys)}
      onClick={toggleInspector}
    >
      <PanelBottom className="icon" aria-hidden />
      Inspector
    </Button>
  );
}
