/** Converts a pressed key to the stored form of keys. */
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

/** The stored form of keys that were pressed to be assigned; `null` for a modifier alone. */
export function chordToKeep(event: PressedKey, onMac = isMac): string | null {
  const [first, second] = chordsOf(event, onMac);
  const isShiftedDigit = event.shiftKey && /^Digit/.test(event.code);
  return (isShiftedDigit ? second : undefined) ?? first ?? null;
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
  if (key === ' ') return 'Space';
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
