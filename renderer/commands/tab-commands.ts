import { findShown, focusSoon, whenThere } from '../lib/focus';
import { holdEarlyKeys } from '../lib/typed-ahead';
import { openColumn } from '../state/ui/columns';
import { openTab } from '../state/ui/navigation';
import { useUiState } from '../state/ui/ui-state';
import type { AppCommand, Group, Place } from './command';
import { byFeature, type FeatureCommandId } from './handlers';

/** A part of the page that is loaded late on a slow computer: the keys that were pressed for it are not lost. */
const LATE_PART_MS = 5_000;

type NameIn<Family extends string> = FeatureCommandId extends infer Id
  ? Id extends `${Family}.${infer Name}`
    ? Name
    : never
  : never;

/** What a feature does, in the places of its group: the command’s name after the feature’s, its label, and its keys. */
const commandIn =
  <Family extends 'chat' | 'compare'>(group: Group, family: Family, place: Place = family) =>
  (name: NameIn<Family>, label: string, ...keys: readonly string[]): AppCommand => ({
    group,
    place,
    ...byFeature(`${family}.${name}` as FeatureCommandId),
    label,
    keys,
  });

const inChat = commandIn('Chat', 'chat');
const inCompare = commandIn('Compare', 'compare');

export const chatCommands: readonly AppCommand[] = [
  inChat('stop', 'Stop the reply', 'Escape'),
  {
    group: 'Chat',
    place: 'anywhere',
    id: 'chat.search',
    label: 'Search chats',
    keys: ['Mod+Shift+F'],
    run: searchChats,
  },
  inChat('find', 'Find in this chat', 'Mod+F'),
  {
    group: 'Chat',
    place: 'chat',
    id: 'chat.map',
    label: 'Go to a message',
    keys: ['Mod+Shift+L'],
    isReady: isInChat,
    run: () =>
      whenThere(
        () => findShown('chat-map'),
        (button) => button.click(),
        LATE_PART_MS,
      ),
  },
  inChat('previousMessage', 'Previous message', 'Alt+ArrowUp'),
  inChat('nextMessage', 'Next message', 'Alt+ArrowDown'),
  inChat('useMedia', 'Use media in next message', 'Mod+Shift+Y'),
  inChat('editMessage', 'Edit message', 'Mod+Shift+E'),
  inChat('changeRole', 'Change role of message', 'Mod+Shift+O'),
  inChat('insertBefore', 'Insert before message', 'Mod+Shift+B'),
  inChat('insertAfter', 'Insert after message', 'Mod+Shift+A'),
  inChat('removeMessage', 'Remove only this message', 'Mod+Shift+X'),
  inChat('runHere', 'Run from message', 'Mod+Shift+Enter'),
  inChat('moveUp', 'Move message up', 'Alt+Shift+ArrowUp'),
  inChat('moveDown', 'Move message down', 'Alt+Shift+ArrowDown'),
  inChat('undoEdit', 'Undo last edit of this chat', 'Mod+Alt+Z'),
  inChat('pin', 'Pin or unpin this chat'),
  inChat('remove', 'Delete this chat'),
];

function isInChat(): boolean {
  const { tab, conversationId } = useUiState.getState().route;
  return tab === 'chat' && conversationId !== null;
}

function searchChats(): void {
  openTab('chat');
  openColumn('chat', 'history');
  holdEarlyKeys();
  focusSoon('search-chats');
}

export const compareCommands: readonly AppCommand[] = [
  commandIn('Compare', 'compare', 'anywhere')('new', 'Compare models side by side', 'Mod+Shift+K'),
  inCompare('stop', 'Stop all columns', 'Escape'),
  inCompare('switchVoice', 'Next result at the same position', 'X'),
  inCompare('playAll', 'Play or pause all videos', 'K'),
];
