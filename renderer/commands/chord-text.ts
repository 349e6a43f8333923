/** Keys as text for the screen and for screen readers. */
import { isMac } from './keys';

const names: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Delete: 'Del',
  Plus: '+',
  PageUp: 'Page up',
  PageDown: 'Page down',
};

const modifierNames = (onMac: boolean): Readonly<Record<string, string>> => ({
  Mod: onMac ? 'Cmd' : 'Ctrl',
  Alt: onMac ? 'Option' : 'Alt',
  Meta: 'Windows',
});

/** `Mod+Shift+M` → `Ctrl`, `Shift`, `M`. */
export function chordParts(chord: string, onMac = isMac): readonly string[] {
  const held = modifierNames(onMac);
  return chord.split('+').map((part) => held[part] ?? names[part] ?? part);
}

/** `Mod+Shift+M` → `Ctrl+Shift+M`. */
export const chordText = (chord: string, onMac = isMac): string => chordParts(chord, onMac).join('+');

/** For `aria-keyshortcuts`: `Control+Shift+M`, several separated by a space; `undefined` where there are none. */
export function ariaKeys(chords: readonly string[], onMac = isMac): string | undefined {
  const written: Readonly<Record<string, string>> = { Mod: onMac ? 'Meta' : 'Control', Ctrl: 'Control' };
  const one = (chord: string) =>
    chord
      .split('+')
      .map((part) => written[part] ?? part)
      .join('+');
  return chords.length === 0 ? undefined : chords.map(one).join(' ');
}
