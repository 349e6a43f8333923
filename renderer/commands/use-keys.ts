import { useMemo } from 'react';
import { defaultShortcuts, type ShortcutSettings } from '../../shared/app/shortcuts';
import { useCoreState } from '../state/core/core-state';
import { heardKeysOf } from './bindings';
import { commandNamed } from './commands';
import { ariaKeys, chordText } from './keys';

export const shortcutsNow = (): ShortcutSettings =>
  useCoreState.getState().app?.settings.shortcuts ?? defaultShortcuts;

export const useShortcutSettings = (): ShortcutSettings =>
  useCoreState(({ app }) => app?.settings.shortcuts ?? defaultShortcuts);

export interface ShownKeys {
  /** Such as `Ctrl+N`; empty where the command has no keys. */
  readonly text: string | undefined;
  /** For `aria-keyshortcuts`. */
  readonly aria: string | undefined;
}

/** The current keys of a command, for its button. */
export function useKeys(id: string): ShownKeys {
  const shortcuts = useShortcutSettings();
  return useMemo(() => shownKeys(id, shortcuts), [id, shortcuts]);
}

function shownKeys(id: string, shortcuts: ShortcutSettings): ShownKeys {
  const keys = heardKeysOf(commandNamed(id), shortcuts);
  return { text: keys[0] && chordText(keys[0]), aria: ariaKeys(keys) };
}

/** `New chat` → `New chat (Ctrl+N)`, where there are keys. */
export const withKeysText = (label: string, { text }: ShownKeys): string =>
  text === undefined ? label : `${label} (${text})`;
