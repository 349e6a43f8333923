/** Which message of a chat is written by hand, or which reply begun. Apart from the dialog, which is loaded when one opens. */
import { create } from 'zustand';

export type TurnDialog =
  | { readonly kind: 'edit'; readonly conversationId: string; readonly messageId: string }
  | { readonly kind: 'begin'; readonly conversationId: string; readonly messageId: string }
  | {
      readonly kind: 'insert';
      readonly conversationId: string;
      readonly messageId: string;
      readonly place: 'before' | 'after';
    };

export const useTurnDialog = create<{ dialog: TurnDialog | null }>()(() => ({ dialog: null }));

export const openTurnDialog = (dialog: TurnDialog): void => useTurnDialog.setState({ dialog });
export const closeTurnDialog = (): void => useTurnDialog.setState({ dialog: null });
