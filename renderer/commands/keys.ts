/**
 * Pressed keys: in their stored form, as text for the screen and for screen readers, and left to an input
 * method that composes.
 */
import { type Modifier, writeChord } from '../../shared/app/shortcuts';

export const isMac = /mac/i.test(globalThis.navigator?.userAgent ?? '');

/** The parts of a keyboard event that identify the keys. */
export type PressedKey = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'
> & {
  getModifierState?(key: string): boolean;
};

/**
 * Every stored form that the pressed keys may have, the most likely first; empty for a modifier alone.
 *
 * By the character printed on the key; then by the key's position, for layouts whose letters are not Latin, or whose
 * digits need Shift.
 */
export function chordsOf(event: PressedKey, onMac = isMac): readonly string[] {
  if (isModifier(event.key) || event.getModifierState?.('AltGraph')) return [];
  const byPlace = keyAtPlace(event.code);
  const held = heldOf(event, onMac);
  const character = nameOf(event.key);
  const isSymbol = [...character].length === 1 && !/[\p{L}\p{N}]/u.test(character);
  // Option and a letter types another character on macOS; the key that was pressed is meant.
  const read = event.altKey && onMac && byPlace !== null ? byPlace : character;
  // A symbol includes its Shift: on one keyboard `/` is a key, on another it is Shift+7.
  const first = write(read, isSymbol && read === character ? without(held, 'Shift') : held);
  return byPlace === null ? [first] : [...new Set([first, write(byPlace, held)])];
}

/** Whether keys would only type a character in a text field. */
export function isTyped(chord: string, onMac = isMac): boolean {
  const parts = chord.split('+');
  const key = parts.at(-1) ?? '';
  const holdsCommand = parts.some((part) => part === 'Mod' || part === 'Ctrl' || (part === 'Alt' && !onMac));
  return !holdsCommand && !/^(F\d+|Escape)$/.test(key);
}

const fieldTypes = /^(?!button$|checkbox$|radio$|range$|submit$|color$|file$)/;

/** Whether the focused element takes typed text. */
export function takesTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return fieldTypes.test(target.type);
  return target.isContentEditable || target.matches('textarea, select');
}

function isModifier(key: string): boolean {
  return /^(Control|Shift|Alt|AltGraph|Meta|OS|CapsLock|NumLock|Fn|Dead|Process|Unidentified)$/.test(key);
}

function heldOf(event: PressedKey, onMac: boolean): ReadonlySet<Modifier> {
  const held: readonly (readonly [Modifier, boolean])[] = [
    ['Mod', onMac ? event.metaKey : event.ctrlKey],
    ['Ctrl', onMac && event.ctrlKey],
    ['Meta', !onMac && event.metaKey],
    ['Alt', event.altKey],
    ['Shift', event.shiftKey],
  ];
  return new Set(held.filter(([, isHeld]) => isHeld).map(([name]) => name));
}

function nameOf(key: string): string {
  // Option and the space bar type a blank that does not break, input methods a wide one.
  if (/^\s$/u.test(key)) return 'Space';
  if (key === '+') return 'Plus';
  return [...key].length === 1 ? key.toUpperCase() : key;
}

/** The Latin letter or digit at a key's position; `null` for the others. */
function keyAtPlace(code: string): string | null {
  return /^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(code)?.[1] ?? null;
}

const without = (held: ReadonlySet<Modifier>, gone: Modifier) =>
  new Set([...held].filter((one) => one !== gone));
const write = (key: string, held: ReadonlySet<Modifier>) => writeChord({ modifiers: held, key });

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

/** Stated by keys of an input method that say nothing else. */
const keyCodeOfInputMethods = 229;

/**
 * Leaves every key of an input method to it, wherever it is pressed: first of all listeners, so that Escape cancels the
 * composition and closes no panel or dialog with it. No other handler has to ask.
 */
export function leaveKeysToComposition(): void {
  const keep = (event: KeyboardEvent) => {
    if (!event.isComposing && event.keyCode !== keyCodeOfInputMethods) return;
    event.stopImmediatePropagation();
    // A dialog of the platform closes by default, which no handler could stop.
    if (event.key === 'Escape') event.preventDefault();
  };
  addEventListener('keydown', keep, true);
}
