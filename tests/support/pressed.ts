import type { PressedKey } from '../../renderer/commands/keys';

/** A key as the browser tells of it, with nothing held where `part` does not say so. */
export const pressed = (part: Partial<PressedKey> & { key: string }): PressedKey => ({
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...part,
});
