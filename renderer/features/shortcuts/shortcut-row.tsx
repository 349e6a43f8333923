import { Keyboard, Undo2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ShortcutSettings } from '../../../shared/shortcuts';
import { isChanged } from '../../commands/changed-bindings';
import type { AppCommand } from '../../commands/command';
import { KeyChips } from '../../commands/key-chips';
import { placeText } from '../../commands/places';
import { keptByBrowser } from '../../commands/reserved';
import type { RebindingActions } from '../../commands/use-rebinding';
import { IconButton } from '../../ui/icon-button';
import { KeyRecorder } from './key-recorder';

interface ShortcutRowProps {
  command: AppCommand;
  keys: readonly string[];
  shortcuts: ShortcutSettings;
  actions: RebindingActions;
  isBrowser: boolean;
}

/** One command with its keys; they can be changed here, unless they are fixed. */
export function ShortcutRow({ command, keys, shortcuts, actions, isBrowser }: ShortcutRowProps) {
  const step = actions.now?.id === command.id ? actions.now.step : null;
  const change = useFocusAfter(step !== null);
  const kept = isBrowser ? keys.map(keptByBrowser).find((use) => use !== null) : undefined;
  return (
    <li data-command={command.id} data-place={command.place} data-keys={keys.join(' ')}>
      <div className="flex min-h-9 items-center gap-3 py-1">
        <div className="min-w-0 flex-1">
          <span>{command.label}</span>
          {command.place !== 'anywhere' && (
            <span className="text-muted text-sm"> · {placeText[command.place]}</span>
          )}
          {kept != null && (
            <p className="text-sm text-warn">
              Most browsers reserve these keys for {kept}; other keys work in every browser.
            </p>
          )}
        </div>
        <KeyChips keys={keys} />
        <div className="flex w-15 flex-none justify-end">
          {isChanged(shortcuts, command) && !command.isFixed && (
            <IconButton
              icon={Undo2}
              label={`Reset the keys of ${command.label}`}
              onClick={() => actions.reset(command)}
            />
          )}
          {command.isFixed ? (
            <span className="px-1 text-muted text-sm">fixed</span>
          ) : (
            <IconButton
              ref={change}
              icon={Keyboard}
              label={`Change the keys of ${command.label}`}
              onClick={() => actions.begin(command)}
            />
          )}
        </div>
      </div>
      {step !== null && <KeyRecorder command={command} step={step} actions={actions} />}
    </li>
  );
}

/** Returns the focus to the row's button when what was below it has closed, unless it moved elsewhere. */
function useFocusAfter(isBusy: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const was = useRef(false);
  useEffect(() => {
    if (was.current && !isBusy && document.activeElement?.closest('button, input, a') == null) {
      button.current?.focus();
    }
    was.current = isBusy;
  }, [isBusy]);
  return button;
}
