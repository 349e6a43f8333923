/** Words beside their labels by which a search finds commands: the first screen, which has the table, needs none. */
import type { AppCommand } from './command';

const words: Readonly<Record<string, string>> = {
  'chat.search': 'find history',
  'chat.find': 'search',
  'chat.editMessage': 'role turn',
  'compare.new': 'columns versus winner',
  'inspector.toggle': 'calls requests network',
  'history.toggle': 'left column sidebar',
  'side.toggle': 'right column sidebar',
  'palette.open': 'find palette commands',
  'shortcuts.open': 'keys rebind hotkeys bindings help',
  new: 'begin',
  undo: 'restore',
  'models.refresh': 'catalogue reload',
};

/** Empty where there are none. */
export function otherWordsOf({ id, group }: AppCommand): string {
  if (id.startsWith('theme.')) return 'look appearance colors colours mode';
  return group === 'Go to' ? 'go to open tab' : (words[id] ?? '');
}
