/** Which dialog about prompts is open. Apart from the dialogs, which are loaded when one opens. */
import { create } from 'zustand';
import type { Prompt } from '../../../shared/run/prompts';

export type PromptDialog =
  /** A new prompt from a text. */
  | { readonly kind: 'save'; readonly text: string }
  /** Asks for the values of a prompt's variables. */
  | { readonly kind: 'fill'; readonly prompt: Prompt; readonly onDone: (text: string) => void };

export const usePromptDialog = create<{ dialog: PromptDialog | null }>()(() => ({ dialog: null }));

export const openPromptDialog = (dialog: PromptDialog): void => usePromptDialog.setState({ dialog });
export const closePromptDialog = (): void => usePromptDialog.setState({ dialog: null });
