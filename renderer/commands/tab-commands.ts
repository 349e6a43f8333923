import { findShown, focusSoon, whenThere } from '../lib/focus';
import { holdEarlyKeys } from '../lib/typed-ahead';
import { openColumn } from '../state/ui/columns';
import { openTab } from '../state/ui/navigation';
import { useUiState } from '../state/ui/ui-state';
import type { AppCommand, Group, Place } from './command';
import { byFeature, type FeatureCommandId } from './handlers';

/** A part of the page that is loaded late on a slow computer: the keys that were pressed for it are not lost. */
const LATE_PART_MS = 5_000;

/** What a feature does, in the places of its group. */
const commandIn =
  (group: Group, place: Place) =>
  (id: FeatureCommandId, label: string, ...keys: readonly string[]): AppCommand => ({
    group,
    place,
    ...byFeature(id),
    label,
    keys,
  });

const inChat = commandIn('Chat', 'chat');
const inCompare = commandIn('Compare', 'compare');

export const chatCommands: readonly AppCommand[] = [
  inChat('chat.stop', 'Stop the reply', 'Escape'),
  {
    group: 'Chat',
    place: 'anywhere',
    id: 'chat.search',
    label: 'Search chats',
    keys: ['Mod+Shift+F'],
    run: searchChats,
  },
  inChat('chat.find', 'Find in this chat', 'Mod+F'),
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
  inChat('chat.previousMessage', 'Previous message', 'Alt+ArrowUp'),
  inChat('chat.nextMessage', 'Next message', 'Alt+ArrowDown'),
  inChat('chat.useMedia', 'Use media in next message', 'Mod+Shift+Y'),
  inChat('chat.editMessage', 'Edit message', 'Mod+Shift+E'),
  inChat('chat.runHere', 'Run from message', 'Mod+Shift+Enter'),
  inChat('chat.moveUp', 'Move message up', 'Alt+Shift+ArrowUp'),
  inChat('chat.moveDown', 'Move message down', 'Alt+Shift+ArrowDown'),
  inChat('chat.undoEdit', 'Undo last edit of this chat', 'Mod+Alt+Z'),
  inChat('chat.pin', 'Pin or unpin this chat'),
  inChat('chat.remove', 'Delete this chat'),
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
  commandIn('Compare', 'anywhere')('compare.new', 'Compare models side by side', 'Mod+Shift+K'),
  inCompare('compare.stop', 'Stop all columns', 'Escape'),
  inCompare('compare.switchVoice', 'Next result at the same position', 'X'),
  inCompare('compare.playAll', 'Play or pause all videos', 'K'),
];
