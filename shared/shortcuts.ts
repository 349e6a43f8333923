/**
 * Keys as the app writes them down: `Mod+Shift+M`, where `Mod` is Cmd on macOS and Ctrl elsewhere. Modifiers stand in
 * one order, letters are capital, and a key that is a word has its name (`Enter`, `ArrowUp`, `Space`, `Plus`).
 */
export const modifiers = ['Mod', 'Ctrl', 'Alt', 'Meta', 'Shift'] as const;
export type Modifier = (typeof modifiers)[number];

export interface Chord {
  readonly modifiers: ReadonlySet<Modifier>;
  readonly key: string;
}

export interface ShortcutSettings {
  /** One switch for all of them. */
  readonly isOn: boolean;
  /** What the person chose, keyed by command id; an empty list is none. Others keep their own keys. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
}

export const defaultShortcuts: ShortcutSettings = { isOn: true, keys: {} };

export const shortcutLimits = { commands: 500, idCharacters: 80, keysEach: 4, chordCharacters: 40 } as const;

/** The parts of written keys; `null` for what is not written as described above. */
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
