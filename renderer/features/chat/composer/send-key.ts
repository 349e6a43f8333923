import type { Settings } from '../../../../shared/settings';

interface Keys {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** Ctrl+Enter (Cmd+Enter) always sends; Enter alone where the person has it so; Shift+Enter never. */
export function sendsWith(keys: Keys, sendKey: Settings['sendKey']): boolean {
  if (keys.key !== 'Enter' || keys.shiftKey || keys.altKey) return false;
  return keys.ctrlKey || keys.metaKey || sendKey === 'enter';
}
