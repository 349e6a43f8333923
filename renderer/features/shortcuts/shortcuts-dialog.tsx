import { useState } from 'react';
import { ShortcutsSwitch } from '../../commands/shortcuts-switch';
import { useShortcutSettings } from '../../commands/use-keys';
import { useRebinding } from '../../commands/use-rebinding';
import { closeOverlay } from '../../state/ui/overlay';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { ShortcutList } from './shortcut-list';

/** All keys of the app, to look up and to change. */
export default function ShortcutsDialog() {
  const [query, setQuery] = useState('');
  const { keys } = useShortcutSettings();
  const actions = useRebinding();
  return (
    <Dialog title="Keyboard shortcuts" size="text" onClose={closeOverlay}>
      <div className="flex flex-none items-center gap-3 pb-2">
        <input
          type="search"
          aria-label="Search shortcuts"
          placeholder="Search by name or keys, such as ctrl+k"
          value={query}
          maxLength={200}
          spellCheck={false}
          onChange={(event) => setQuery(event.target.value)}
          className="field h-8"
        />
        {Object.keys(keys).length > 0 && <Button onClick={actions.resetAll}>Reset all</Button>}
        <Button onClick={closeOverlay}>Close</Button>
      </div>
      <ShortcutsSwitch />
      {actions.error !== null && <ErrorCard error={actions.error} />}
      <div className="relative -mx-5 mt-2 min-h-0 flex-1 overflow-y-auto border-line border-t px-5">
        <ShortcutList query={query.trim()} actions={actions} />
      </div>
    </Dialog>
  );
}
