/** The keys of the whole window. */
import { useLayoutEffect } from 'react';
import { commandOfKeys } from './bindings';
import type { AppCommand, Place } from './command';
import { commands } from './commands';
import { chordsOf, isTyped, type PressedKey, takesTyping } from './keys';
import { shortcutsNow } from './use-keys';

/** Handles the keys that work anywhere in the window; keys that a control has handled are ignored. */
export function useShortcuts(): void {
  useLayoutEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented) return;
  const command = commandAt(event, 'anywhere', 'chat', 'compare');
  if (command?.run === undefined) return;
  event.preventDefault();
  command.run();
}

/** The command for pressed keys in these places; `null` where there is none, or where they only type text. */
export function commandAt(
  event: PressedKey & { target: EventTarget | null },
  ...places: Place[]
): AppCommand | null {
  const typing = takesTyping(event.target) && !places.includes('composer');
  const chords = chordsOf(event).filter((chord) => !(typing && isTyped(chord)));
  return commandOfKeys(commands, shortcutsNow(), chords, places);
}
