/** Changes which keys belong to which command; pure, and loaded with the list of keys. */
import type { ShortcutSettings } from '../../shared/app/shortcuts';
import { keysOf } from './bindings';
import type { AppCommand, Group, Place } from './command';

type Shortcuts = ShortcutSettings;

/** The other command that has these keys already, where both can be active at the same time. */
export function conflictOf(
  commands: readonly AppCommand[],
  shortcuts: Shortcuts,
  wanted: { readonly command: AppCommand; readonly chord: string },
): AppCommand | null {
  const others = commands.filter(
    ({ id, place }) => id !== wanted.command.id && placesMeet(place, wanted.command.place),
  );
  return others.find((other) => keysOf(other, shortcuts).includes(wanted.chord)) ?? null;
}

/** Gives a command keys. Its defaults are not stored, so that a later version may change them. */
export function withKeys(shortcuts: Shortcuts, command: AppCommand, keys: readonly string[]): Shortcuts {
  const { [command.id]: _old, ...others } = shortcuts.keys;
  const isOwn = keys.length === command.keys.length && keys.every((key, at) => key === command.keys[at]);
  return { ...shortcuts, keys: isOwn ? others : { ...others, [command.id]: keys } };
}

/** Removes keys from a command. */
export function withoutChord(shortcuts: Shortcuts, command: AppCommand, chord: string): Shortcuts {
  return withKeys(
    shortcuts,
    command,
    keysOf(command, shortcuts).filter((one) => one !== chord),
  );
}

/** Swaps keys: the other command gets the keys that this one had. */
export function swapped(shortcuts: Shortcuts, one: AppCommand, other: AppCommand, chord: string): Shortcuts {
  const given = keysOf(one, shortcuts);
  const left = keysOf(other, shortcuts).filter((key) => key !== chord);
  return withKeys(withKeys(shortcuts, one, [chord]), other, [...left, ...given]);
}

export const isChanged = (shortcuts: Shortcuts, { id }: AppCommand): boolean =>
  shortcuts.keys[id] !== undefined;

/** Places and groups of commands, in words and in their relations; loaded with the list of keys. */
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
  'Lab',
  'Lineage',
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
  labGrid: 'in the results of an experiment',
  labVote: 'while voting',
  lineage: 'in a lineage',
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
function placesMeet(one: Place, other: Place): boolean {
  if (one === other || one === 'anywhere' || other === 'anywhere') return true;
  return (within[one]?.includes(other) ?? false) || (within[other]?.includes(one) ?? false);
}
