import { PanelBottom } from 'lucide-react';
import { Button } from '../../ui/button';
import { modKey } from '../frame/shortcuts';
import { toggleInspector, useInspector } from './inspector-state';

/** Opens and closes the panel with every call of the app. */
export function InspectorButton() {
  const isOpen = useInspector((state) => state.isOpen);
  return (
    <Button
      tone="quiet"
      className="h-6 px-2 text-sm aria-pressed:text-accent"
      aria-pressed={isOpen}
      title={`Inspector (${modKey}+I)`}
      onClick={toggleInspector}
    >
      <PanelBottom className="icon" aria-hidden />
      Inspector
    </Button>
  );
}
