/** A pressed key as Electron writes global keys, such as `Control+Alt+Space`. */

type Pressed = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey'>;

/** Keys by their place on the keyboard, under Electron's names. */
const named: Readonly<Record<string, string>> = {
  Space: 'Space',
  Enter: 'Enter',
  Insert: 'Insert',
  Home: 'Home',
  End: 'End',
  PageUp: 'PageUp',
  PageDown: 'PageDown',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
};

/**
 * @returns `null` for a modifier alone, and for a key that every program needs: a global key takes it from all of them,
 * so it has Ctrl, Alt or the system key, or is a function key
 */
export function acceleratorOf({ code, ctrlKey, altKey, shiftKey, metaKey }: Pressed): string | null {
  const [, plain = ''] = /^(?:Key|Digit)([A-Z0-9])$/.exec(code) ?? /^(F\d{1,2})$/.exec(code) ?? [];
  const key = named[code] ?? plain;
  const isFunctionKey = /^F\d/.test(key);
  if (key === '' || !(ctrlKey || altKey || metaKey || isFunctionKey)) return null;
  const modifiers = [ctrlKey && 'Control', altKey && 'Alt', shiftKey && 'Shift', metaKey && 'Super'];
  return [...modifiers.filter(Boolean), key].join('+');
}
