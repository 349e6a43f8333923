/** Places and groups of commands, in words and in their relations; loaded with the list of keys. */
import type { Group, Place } from './command';

export const groups: readonly Group[] = [
  'General',
  'Go to',
  'Chat',
  'Compare',
  'Writing',
  'Panels',
  'Player',
  'Viewer',
  'Lists',
];

export const placeText: Readonly<Record<Place, string>> = {
  anywhere: 'anywhere',
  chat: 'in the chat tab',
  compare: 'in a comparison',
  composer: 'while writing',
  history: 'in the list of chats',
  library: 'in the library',
  models: 'in the table of models',
  inspector: 'in the inspector',
  stage: 'on the stage',
  video: 'while a video is open',
  viewer: 'in the viewer',
};

const within: Readonly<Partial<Record<Place, readonly Place[]>>> = {
  chat: ['composer', 'history'],
  compare: ['composer', 'history'],
  video: ['viewer', 'stage'],
  stage: ['viewer'],
};

/** Whether keys of both places can be active at the same time. */
export function placesMeet(one: Place, other: Place): boolean {
  if (one === other || one === 'anywhere' || other === 'anywhere') return true;
  return (within[one]?.includes(other) ?? false) || (within[other]?.includes(one) ?? false);
}
