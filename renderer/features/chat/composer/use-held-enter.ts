import { type KeyboardEvent, useEffect, useState } from 'react';
import { draftOf, setDraft } from '../../../state/ui/drafts';

interface Held {
  readonly event: globalThis.KeyboardEvent;
  readonly text: string;
  /** Where the caret was. */
  readonly at: number;
}

interface HeldEnterOptions {
  readonly chatKey: string;
  /** Whether the settings are known, which say what Enter does. */
  readonly isReady: boolean;
  readonly sends: (event: globalThis.KeyboardEvent) => boolean;
  readonly onSubmit: () => void;
}

/**
 * Holds an Enter that was pressed before the settings were known. Then it sends, unless the text was changed meanwhile,
 * or becomes the new line that it is by the settings.
 *
 * @returns takes a key; `true` where it was held
 */
export function useHeldEnter({ chatKey, isReady, sends, onSubmit }: HeldEnterOptions) {
  const [held, hold] = useState<Held | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the settings are known.
  useEffect(() => {
    if (held === null || !isReady) return;
    hold(null);
    const { text } = draftOf(chatKey);
    if (!sends(held.event)) setDraft(chatKey, { text: `${text.slice(0, held.at)}\n${text.slice(held.at)}` });
    else if (text === held.text) onSubmit();
  }, [held, isReady]);
  return (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    if (isReady || event.key !== 'Enter' || event.shiftKey) return false;
    event.preventDefault();
    const { value, selectionStart } = event.currentTarget;
    hold({ event: event.nativeEvent, text: value, at: selectionStart });
    return true;
  };
}
