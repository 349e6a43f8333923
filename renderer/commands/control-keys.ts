/** Keys that a control handles itself, while it has the focus. */
import type { AppCommand } from './command';
import { isMac } from './keys';

const writing = { group: 'Writing', place: 'composer' } as const;
const viewer = { group: 'Viewer', place: 'viewer' } as const;
const stage = { group: 'Viewer', place: 'stage' } as const;
const video = { group: 'Player', place: 'video' } as const;
const chats = { group: 'Lists', place: 'history', isFixed: true } as const;
const library = { group: 'Lists', place: 'library', isFixed: true } as const;
const models = { group: 'Lists', place: 'models', isFixed: true } as const;

export const controlKeys: readonly AppCommand[] = [
  { ...writing, id: 'composer.send', label: 'Send', keys: ['Enter'], isFixed: true, isEssential: true },
  {
    ...writing,
    id: 'composer.newLine',
    label: 'New line',
    keys: ['Shift+Enter'],
    isFixed: true,
    isEssential: true,
  },
  {
    ...writing,
    id: 'composer.sendAlways',
    label: 'Always send or generate',
    // Both Cmd+Enter and Ctrl+Enter are common on macOS.
    keys: isMac ? ['Mod+Enter', 'Ctrl+Enter'] : ['Mod+Enter'],
    isEssential: true,
  },
  {
    ...writing,
    id: 'composer.last',
    label: 'Recall last prompt',
    keys: ['ArrowUp'],
  },

  { ...video, id: 'video.frameBack', label: 'Previous frame', keys: [','] },
  { ...video, id: 'video.frameOn', label: 'Next frame', keys: ['.'] },

  { ...viewer, id: 'viewer.previous', label: 'Previous', keys: ['ArrowLeft'] },
  { ...viewer, id: 'viewer.next', label: 'Next', keys: ['ArrowRight'] },
  { ...viewer, id: 'viewer.zoomIn', label: 'Zoom in', keys: ['Plus', '='] },
  { ...viewer, id: 'viewer.zoomOut', label: 'Zoom out', keys: ['-'] },
  { ...viewer, id: 'viewer.fit', label: 'Fit into the window', keys: ['0'] },
  { ...viewer, id: 'viewer.actual', label: 'Actual size', keys: ['1'] },
  { ...viewer, id: 'viewer.close', label: 'Close', keys: ['Escape'], isFixed: true, isEssential: true },

  { ...stage, id: 'stage.first', label: 'First result', keys: ['Home'] },
  { ...stage, id: 'stage.last', label: 'Last result', keys: ['End'] },
  {
    ...stage,
    id: 'stage.fullScreen',
    label: 'Open the result full size',
    keys: ['Enter'],
    isFixed: true,
    isEssential: true,
  },
  { ...stage, id: 'stage.play', label: 'Play or pause', keys: ['Space'], isFixed: true, isEssential: true },
  { ...stage, id: 'stage.grid', label: 'Show all results, or one', keys: ['G'] },
  {
    ...stage,
    id: 'stage.leave',
    label: 'Go back to the prompt',
    keys: ['Escape'],
    isFixed: true,
    isEssential: true,
  },

  { ...chats, id: 'history.next', label: 'Next or previous row', keys: ['ArrowDown', 'ArrowUp'] },
  { ...chats, id: 'history.ends', label: 'First or last row', keys: ['Home', 'End'] },
  {
    ...chats,
    id: 'history.controls',
    label: 'To the buttons of the row, and back',
    keys: ['ArrowRight', 'ArrowLeft'],
  },
  { ...chats, id: 'history.rename', label: 'Rename the chat', keys: ['F2'] },
  { ...chats, id: 'history.pin', label: 'Pin or unpin the chat', keys: ['P'] },
  { ...chats, id: 'history.remove', label: 'Delete the chat', keys: ['Delete'] },
  { ...library, id: 'library.open', label: 'Open the file', keys: ['Enter'], isEssential: true },
  {
    ...library,
    id: 'library.choose',
    label: 'Select or deselect the file',
    keys: ['Space'],
    isEssential: true,
  },
  { ...library, id: 'library.chooseAll', label: 'Select all files', keys: ['Mod+A'], isEssential: true },
  { ...library, id: 'library.rename', label: 'Rename the file', keys: ['F2'] },
  { ...library, id: 'library.remove', label: 'Delete the selected files', keys: ['Delete'] },
  { ...library, id: 'library.chooseNone', label: 'Clear the selection', keys: ['Escape'], isEssential: true },
  { ...models, id: 'models.details', label: 'Go to the details', keys: ['Enter'], isEssential: true },
  { ...models, id: 'models.pin', label: 'Pin or unpin the model', keys: ['P'] },
  { ...models, id: 'models.hide', label: 'Hide the model, or show it again', keys: ['H'] },
  {
    group: 'Lists',
    place: 'inspector',
    id: 'inspector.close',
    label: 'Close the inspector',
    keys: ['Escape'],
    isFixed: true,
    isEssential: true,
  },
];
