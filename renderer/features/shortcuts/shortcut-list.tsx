import { useMemo } from 'react';
import type { Settings } from '../../../shared/settings';
import { defaultShortcuts } from '../../../shared/shortcuts';
import { keysOf } from '../../commands/bindings';
import { chordText } from '../../commands/chord-text';
import type { AppCommand } from '../../commands/command';
import { commands } from '../../commands/commands';
import { groups } from '../../commands/places';
import type { RebindingActions } from '../../commands/use-rebinding';
import { useCoreState } from '../../state/core/core-state';
import { ShortcutRow } from './shortcut-row';

/** Every command that has or may have keys, in its group; filtered by the search text in its label or keys. */
export function ShortcutList({ query, actions }: { query: string; actions: RebindingActions }) {
  const settings = useCoreState(({ app }) => app?.settings);
  const isBrowser = useCoreState(({ app }) => app?.host === 'browser');
  const shortcuts = settings?.shortcuts ?? defaultShortcuts;
  const found = useMemo(
    () => commands.filter((command) => holds(command, shownKeys(command, settings), query)),
    [query, settings],
  );
  if (found.length === 0) return <p className="py-4 text-muted">No matching shortcuts</p>;
  return groups
    .filter((group) => found.some((command) => command.group === group))
    .map((group) => (
      <section key={group} aria-label={group} className="border-line border-t pt-3 pb-2 first:border-t-0">
        <h3 className="pb-1 font-semibold">{group}</h3>
        <ul>
          {found
            .filter((command) => command.group === group)
            .map((command) => (
              <ShortcutRow
                key={command.id}
                command={command}
                keys={shownKeys(command, settings)}
                shortcuts={shortcuts}
                actions={actions}
                isBrowser={isBrowser}
              />
            ))}
        </ul>
      </section>
    ));
}

/** Enter and Shift+Enter follow the setting “Key that sends”; the others have their current keys. */
function shownKeys(command: AppCommand, settings: Settings | undefined): readonly string[] {
  const isSwapped = settings?.sendKey === 'ctrl-enter';
  if (isSwapped && command.id === 'composer.send') return [];
  if (isSwapped && command.id === 'composer.newLine') return ['Enter', 'Shift+Enter'];
  return keysOf(command, settings?.shortcuts ?? defaultShortcuts);
}

function holds({ label, group, also }: AppCommand, keys: readonly string[], query: string): boolean {
  const text = [label, group, also, ...keys.map((chord) => chordText(chord))].join(' ').toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
