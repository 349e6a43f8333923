/** Which keys belong to which command, with your changes; pure. */
import type { ShortcutSettings } from '../../shared/shortcuts';
import { type AppCommand, type Place, placesMeet } from './command';

type Shortcuts = ShortcutSettings;

/** The keys of a command: your own, otherwise its defaults. */
export function keysOf(command: AppCommand, { keys }: Shortcuts): readonly string[] {
  return command.isFixed ? command.keys : (keys[command.id] ?? command.keys);
}

/** The same, without those that are off while shortcuts are turned off. */
export function heardKeysOf(command: AppCommand, shortcuts: Shortcuts): readonly string[] {
  return shortcuts.isOn || command.isEssential ? keysOf(command, shortcuts) : [];
}

/** The command for pressed keys in one of these places: the first that is available. */
export function commandOfKeys(
  commands: readonly AppCommand[],
  shortcuts: Shortcuts,
  chords: readonly string[],
  places: readonly Place[],
): AppCommand | null {
  const here = commands.filter(({ place }) => places.includes(place));
  for (const chord of chords) {
    const found = here.find(
      (command) => heardKeysOf(command, shortcuts).includes(chord) && (command.isReady?.() ?? true),
    );
    if (found !== undefined) return found;
  }
  return null;
}

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
