import { chordsOf, isMac, type PressedKey } from './keys';

/** The stored form of keys that were pressed to be assigned; `null` for a modifier alone. */
export function chordToKeep(event: PressedKey, onMac = isMac): string | null {
  const [first, second] = chordsOf(event, onMac);
  const isShiftedDigit = event.shiftKey && /^Digit/.test(event.code);
  return (isShiftedDigit ? second : undefined) ?? first ?? null;
}
