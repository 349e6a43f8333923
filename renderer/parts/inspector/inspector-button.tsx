import { PanelBottom } from 'lucide-react';
import { useKeys, withKeysText } from '../../commands/use-keys';
import { toggleInspector, useInspector } from '../../state/ui/inspector-state';
import { Button } from '../../ui/button';

/** Opens and closes the panel with every HTTP call of the app. */
export function InspectorButton() {
  const isOpen = useInspector((state) => state.isOpen);
  const keys = useKeys('inspector.toggle');
  return (
    <Button
      tone="quiet"
      className="h-6 flex-none px-2 text-sm aria-pressed:text-accent"
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
