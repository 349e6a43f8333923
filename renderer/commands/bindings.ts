/** Which keys belong to which command, with your changes; pure. */
import type { ShortcutSettings } from '../../shared/app/shortcuts';
import type { AppCommand, Place } from './command';

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
