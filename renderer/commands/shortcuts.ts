/** The keys of the whole window. */
import { useEffect } from 'react';
import { commandOfKeys } from './bindings';
import type { AppCommand, Place } from './command';
import { commands } from './commands';
import { chordsOf, isComposing, isTyped, type PressedKey, takesTyping } from './keys';
import { shortcutsNow } from './use-keys';

/** Hears the keys that work anywhere in the window; what a control has used itself is past. */
export function useShortcuts(): void {
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || isComposing(event)) return;
  const command = commandAt(event, 'anywhere', 'chat', 'compare');
  if (command?.run === undefined) return;
  event.preventDefault();
  command.run();
}

/**
 * What pressed keys mean in these places; `null` where nothing, or where they are only typed.
 *
 * @param event not one of an input method: ask `isComposing` first
 */
export function commandAt(
  event: PressedKey & { target: EventTarget | null },
  ...places: Place[]
): AppCommand | null {
  const typing = takesTyping(event.target) && !places.includes('composer');
  const chords = chordsOf(event).filter((chord) => !(typing && isTyped(chord)));
  return commandOfKeys(commands, shortcutsNow(), chords, places);
}
