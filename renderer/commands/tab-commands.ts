import { findShown, focusSoon, whenThere } from '../lib/focus';
import { openColumn } from '../state/ui/columns';
import { openTab } from '../state/ui/navigation';
import { useUiState } from '../state/ui/ui-state';
import type { AppCommand } from './command';
import { byFeature } from './handlers';

/** A part of the page that is loaded late on a slow computer: the keys that were pressed for it are not lost. */
const LATE_PART_MS = 5_000;

const inChat = { group: 'Chat', place: 'chat' } as const;

export const chatCommands: readonly AppCommand[] = [
  { ...inChat, ...byFeature('chat.stop'), label: 'Stop the reply', keys: ['Escape'] },
  {
    ...inChat,
    place: 'anywhere',
    id: 'chat.search',
    label: 'Search chats',
    keys: ['Mod+Shift+F'],
    also: 'find history',
    run: searchChats,
  },
  { ...inChat, ...byFeature('chat.find'), label: 'Find in this chat', keys: ['Mod+F'], also: 'search' },
  {
    ...inChat,
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
  { ...inChat, ...byFeature('chat.previousMessage'), label: 'Previous message', keys: ['Alt+ArrowUp'] },
  { ...inChat, ...byFeature('chat.nextMessage'), label: 'Next message', keys: ['Alt+ArrowDown'] },
  { ...inChat, ...byFeature('chat.useMedia'), label: 'Use media in next message', keys: ['Mod+Shift+Y'] },
  {
    ...inChat,
    ...byFeature('chat.editMessage'),
    label: 'Edit message',
    keys: ['Mod+Shift+E'],
    also: 'role turn',
  },
  { ...inChat, ...byFeature('chat.runHere'), label: 'Run from message', keys: ['Mod+Shift+Enter'] },
  { ...inChat, ...byFeature('chat.moveUp'), label: 'Move message up', keys: ['Alt+Shift+ArrowUp'] },
  { ...inChat, ...byFeature('chat.moveDown'), label: 'Move message down', keys: ['Alt+Shift+ArrowDown'] },
  { ...inChat, ...byFeature('chat.undoEdit'), label: 'Undo last edit of this chat', keys: ['Mod+Alt+Z'] },
  { ...inChat, ...byFeature('chat.pin'), label: 'Pin or unpin this chat', keys: [] },
  { ...inChat, ...byFeature('chat.remove'), label: 'Delete this chat', keys: [] },
];

function isInChat(): boolean {
  const { tab, conversationId } = useUiState.getState().route;
  return tab === 'chat' && conversationId !== null;
}

function searchChats(): void {
  openTab('chat');
  openColumn('chat', 'history');
  focusSoon('search-chats');
}

const compare = { group: 'Compare', place: 'compare' } as const;

export const compareCommands: readonly AppCommand[] = [
  {
    group: 'Compare',
    place: 'anywhere',
    ...byFeature('compare.new'),
    label: 'Compare models side by side',
    keys: ['Mod+Shift+K'],
    also: 'columns versus winner',
  },
  { ...compare, ...byFeature('compare.stop'), label: 'Stop all columns', keys: ['Escape'] },
  {
    ...compare,
    ...byFeature('compare.switchVoice'),
    label: 'Next result at the same position',
    keys: ['X'],
  },
  { ...compare, ...byFeature('compare.playAll'), label: 'Play or pause all videos', keys: ['K'] },
];
