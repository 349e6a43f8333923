import { SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button';

interface SettingsPanelProps {
  onReset: () => void;
  children: ReactNode;
}

/** The panel of run settings: its title, the reset to the defaults, and the fields. */
export function SettingsPanel({ onReset, children }: SettingsPanelProps) {
  return (
    <section aria-label="Run settings" className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-12 flex-none items-center gap-2 px-4">
        <SlidersHorizontal className="icon" aria-hidden />
        <h2 className="flex-1 font-semibold">Run settings</h2>
        <Button tone="quiet" onClick={onReset}>
          Reset all
        </Button>
      </div>
      {children}
    </section>
  );
}
