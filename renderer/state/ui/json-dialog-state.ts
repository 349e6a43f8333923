/** Which dialog about the JSON of requests is open. Apart from the dialogs, which are loaded when one opens. */
import { create } from 'zustand';

export type JsonDialog =
  | { readonly kind: 'chat'; readonly conversationId: string }
  | { readonly kind: 'message'; readonly messageId: string; readonly conversationId: string }
  /** A request from elsewhere. */
  | { readonly kind: 'paste'; readonly text: string };

export const useJsonDialog = create<{ dialog: JsonDialog | null }>()(() => ({ dialog: null }));

export const openJsonDialog = (dialog: JsonDialog): void => useJsonDialog.setState({ dialog });
export const closeJsonDialog = (): void => useJsonDialog.setState({ dialog: null });
