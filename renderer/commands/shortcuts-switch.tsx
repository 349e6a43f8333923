import { useState } from 'react';
import type { AppErrorData } from '../../shared/errors';
import { ErrorCard } from '../ui/alert';
import { SwitchRow } from '../ui/switch-row';
import { useShortcutSettings } from './use-keys';
import { switchShortcuts } from './use-rebinding';

/** Turns all shortcuts on or off; buttons and the search still reach every command. */
export function ShortcutsSwitch() {
  const { isOn } = useShortcutSettings();
  const [error, setError] = useState<AppErrorData | null>(null);
  const change = async (next: boolean) => {
    const answer = await switchShortcuts(next);
    setError(answer.ok ? null : answer.error);
  };
  return (
    <div>
      <SwitchRow label="Keyboard shortcuts" on={isOn} onChange={(next) => void change(next)} />
      {!isOn && (
        <p className="text-sm text-warn">
          When off, only the keys that send, move and close work. “Search” in the title bar finds every
          command.
        </p>
      )}
      {error !== null && <ErrorCard error={error} />}
    </div>
  );
}
