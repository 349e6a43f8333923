/**
 * Every command of the app. One line here gives it its keys, its place in the palette and in the list of keys, and
 * lets the person change them; a tab of `frame/tabs.ts` is one by itself.
 */

import { chatCommands } from '../features/chat/chat-commands';
import { compareCommands } from '../features/compare/compare-commands';
import { openTab } from '../state/ui/navigation';
import type { AppCommand } from './command';
import { controlKeys } from './control-keys';
import { generalCommands } from './general-commands';
import { panelCommands } from './panel-commands';
import { type Tab, tabs } from './tabs';

let known: readonly AppCommand[] | null = null;
let byId: ReadonlyMap<string, AppCommand> = new Map();

/** All of them, in the order they are listed. A function, since the tabs hold what asks for their keys. */
export function commands(): readonly AppCommand[] {
  if (known === null) {
    known = [
      ...generalCommands,
      ...tabs.map(tabCommand),
      ...chatCommands,
      ...compareCommands,
      ...panelCommands,
      ...controlKeys,
    ];
    byId = new Map(known.map((command) => [command.id, command]));
  }
  return known;
}

/** @throws Error for an id that no command has: a mistake in the source */
export function commandNamed(id: string): AppCommand {
  commands();
  const command = byId.get(id);
  if (command === undefined) throw new Error(`No command is called "${id}"`);
  return command;
}

export const tabCommandId = (tabId: string): string => `tab.${tabId}`;

function tabCommand({ id, label, key }: Tab): AppCommand {
  return {
    id: tabCommandId(id),
    label,
    group: 'Go to',
    place: 'anywhere',
    keys: key === null ? [] : [`Mod+${key}`],
    also: 'go to open tab',
    run: () => openTab(id),
  };
}
