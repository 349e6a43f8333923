/**
 * Every command of the app. One line here gives it its keys, its place in the palette and in the list of keys, and
 * makes it changeable; each tab of `tabs.ts` is a command too.
 */
import { holdEarlyKeys } from '../lib/typed-ahead';
import { openTab } from '../state/ui/navigation';
import { useUiState } from '../state/ui/ui-state';
import type { AppCommand } from './command';
import { controlKeys } from './control-keys';
import { generalCommands } from './general-commands';
import { panelCommands } from './panel-commands';
import { chatCommands, compareCommands } from './tab-commands';
import { type Tab, tabs } from './tabs';

/** All of them, in the order they are listed. */
export const commands: readonly AppCommand[] = [
  ...generalCommands,
  ...tabs.map(tabCommand),
  ...chatCommands,
  ...compareCommands,
  ...panelCommands,
  ...controlKeys,
];

const byId: ReadonlyMap<string, AppCommand> = new Map(commands.map((command) => [command.id, command]));

/** @throws Error for an unknown id: a bug in the source */
export function commandNamed(id: string): AppCommand {
  const command = byId.get(id);
  if (command === undefined) throw new Error(`No command is called "${id}"`);
  return command;
}

export function tabCommandId(tabId: string): string {
  return `tab.${tabId}`;
}

function tabCommand({ id, label, key, modality }: Tab): AppCommand {
  return {
    id: tabCommandId(id),
    label,
    group: 'Go to',
    place: 'anywhere',
    keys: key === null ? [] : [`Mod+${key}`],
    run: () => {
      if (modality && useUiState.getState().route.tab !== id) holdEarlyKeys();
      openTab(id);
    },
  };
}
