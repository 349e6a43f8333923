/** Keys that a control handles itself, while it has the focus. */
import type { AppCommand, Group, Place } from './command';
import { isMac } from './keys';

type More = Partial<AppCommand>;

/** A line for each key of a place: the command's name after the place's, its label, and its keys. */
const keysIn =
  (group: Group, place: Place, ofAll: More = {}) =>
  (name: string, label: string, keys: string | readonly string[], more?: More): AppCommand => ({
    group,
    place,
    id: `${place}.${name}`,
    label,
    keys: typeof keys === 'string' ? [keys] : keys,
    ...ofAll,
    ...more,
  });

const fixed = { isFixed: true } as const;
const essential = { isEssential: true } as const;
const both = { ...fixed, ...essential };

const writing = keysIn('Writing', 'composer');
const video = keysIn('Player', 'video');
const viewer = keysIn('Viewer', 'viewer');
const stage = keysIn('Viewer', 'stage');
const chats = keysIn('Lists', 'history', fixed);
const library = keysIn('Lists', 'library', fixed);
const models = keysIn('Lists', 'models', fixed);

export const controlKeys: readonly AppCommand[] = [
  writing('send', 'Send', 'Enter', both),
  writing('newLine', 'New line', 'Shift+Enter', both),
  // Both Cmd+Enter and Ctrl+Enter are common on macOS.
  writing(
    'sendAlways',
    'Always send or generate',
    isMac ? ['Mod+Enter', 'Ctrl+Enter'] : 'Mod+Enter',
    essential,
  ),
  writing('last', 'Recall last prompt', 'ArrowUp'),

  video('frameBack', 'Previous frame', ','),
  video('frameOn', 'Next frame', '.'),

  viewer('previous', 'Previous', 'ArrowLeft'),
  viewer('next', 'Next', 'ArrowRight'),
  viewer('zoomIn', 'Zoom in', ['Plus', '=']),
  viewer('zoomOut', 'Zoom out', '-'),
  viewer('fit', 'Fit into the window', '0'),
  viewer('actual', 'Actual size', '1'),
  viewer('close', 'Close', 'Escape', both),

  stage('first', 'First result', 'Home'),
  stage('last', 'Last result', 'End'),
  stage('fullScreen', 'Open the result full size', 'Enter', both),
  stage('play', 'Play or pause', 'Space', both),
  stage('grid', 'Show all results, or one', 'G'),
  stage('leave', 'Go back to the prompt', 'Escape', both),

  chats('next', 'Next or previous row', ['ArrowDown', 'ArrowUp']),
  chats('ends', 'First or last row', ['Home', 'End']),
  chats('controls', 'To the buttons of the row, and back', ['ArrowRight', 'ArrowLeft']),
  chats('rename', 'Rename the chat', 'F2'),
  chats('pin', 'Pin or unpin the chat', 'P'),
  chats('remove', 'Delete the chat', 'Delete'),
  library('results', 'From the search to the results', 'ArrowDown', essential),
  library('open', 'Open the file', 'Enter', essential),
  library('choose', 'Select or deselect the file', 'Space', essential),
  library('chooseAll', 'Select all files', 'Mod+A', essential),
  library('rename', 'Rename the file', 'F2'),
  library('board', 'Put the selected files on boards', 'B'),
  library('remove', 'Delete the selected files', 'Delete'),
  library('rate', 'Rate the selected files; 0 removes the rating', ['1', '2', '3', '4', '5', '0'], both),
  library('chooseNone', 'Clear the selection', 'Escape', essential),
  models('details', 'Go to the details', 'Enter', essential),
  models('pin', 'Pin or unpin the model', 'P'),
  models('hide', 'Hide the model, or show it again', 'H'),
  keysIn('Lists', 'inspector', both)('close', 'Close the inspector', 'Escape'),
];
