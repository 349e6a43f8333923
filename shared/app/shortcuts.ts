/**
 * The stored form of keys: `Mod+Shift+M`, where `Mod` is Cmd on macOS and Ctrl elsewhere. Modifiers are in a fixed
 * order, letters are upper case, and a key without a printable character has its name (`Enter`, `ArrowUp`, `Space`,
 * `Plus`).
 */
export const modifiers = ['Mod', 'Ctrl', 'Alt', 'Meta', 'Shift'] as const;
export type Modifier = (typeof modifiers)[number];

export interface Chord {
  readonly modifiers: ReadonlySet<Modifier>;
  readonly key: string;
}

export interface ShortcutSettings {
  /** Turns all of them on or off. */
  readonly isOn: boolean;
  /** Changed keys, by command id; an empty list means none. Other commands have their default keys. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
}

export const defaultShortcuts: ShortcutSettings = { isOn: true, keys: {} };

export const shortcutLimits = { commands: 500, idCharacters: 80, keysEach: 4, chordCharacters: 40 } as const;

/** The parts of a stored key; `null` for an invalid one. */
export function parseChord(text: string): Chord | null {
  const parts = text.split('+');
  const key = parts.pop() ?? '';
  const places = parts.map((part) => modifiers.indexOf(part as Modifier));
  const isOrdered = places.every((place, index) => place > (places[index - 1] ?? -1));
  if (!isOrdered || !isKey(key)) return null;
  return { modifiers: new Set(parts as Modifier[]), key };
}

export const isChord = (text: string): boolean => parseChord(text) !== null;

export function writeChord({ modifiers: held, key }: Chord): string {
  return [...modifiers.filter((one) => held.has(one)), key].join('+');
}

function isKey(key: string): boolean {
  if ([...key].length === 1) return key === key.toUpperCase() && !/[\s+]/u.test(key);
  return /^[A-Z][A-Za-z0-9]{1,20}$/.test(key) && !modifiers.includes(key as Modifier);
}
