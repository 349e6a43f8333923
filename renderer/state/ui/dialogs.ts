/**
 * Which dialog is open: about the JSON of requests, about prompts, a message written by hand or a reply begun, a result's
 * lineage, its boards. Apart from the dialogs, which are loaded when one opens.
 */
import { create } from 'zustand';
import type { Prompt } from '../../../shared/run/prompts';

export type JsonDialog =
  | { readonly kind: 'chat'; readonly conversationId: string }
  | { readonly kind: 'message'; readonly messageId: string; readonly conversationId: string }
  /** A request from elsewhere. */
  | { readonly kind: 'paste'; readonly text: string };

export const useJsonDialog = create<{ dialog: JsonDialog | null }>()(() => ({ dialog: null }));

export const openJsonDialog = (dialog: JsonDialog): void => useJsonDialog.setState({ dialog });
export const closeJsonDialog = (): void => useJsonDialog.setState({ dialog: null });

export type PromptDialog =
  /** A new prompt from a text; `tags` as they are typed. */
  | { readonly kind: 'save'; readonly text: string; readonly tags?: string }
  /** Asks for the values of a prompt's variables. */
  | { readonly kind: 'fill'; readonly prompt: Prompt; readonly onDone: (text: string) => void };

export const usePromptDialog = create<{ dialog: PromptDialog | null }>()(() => ({ dialog: null }));

export const openPromptDialog = (dialog: PromptDialog): void => usePromptDialog.setState({ dialog });
export const closePromptDialog = (): void => usePromptDialog.setState({ dialog: null });

export type TurnDialog =
  /** The first message of a chat; `null` for a new one. */
  | { readonly kind: 'first'; readonly conversationId: string | null }
  | {
      readonly kind: 'edit';
      readonly conversationId: string;
      readonly messageId: string;
      /** The focus is on the role, not on the text. */
      readonly isAtRole?: true;
    }
  | { readonly kind: 'begin'; readonly conversationId: string; readonly messageId: string }
  | { readonly kind: 'preset'; readonly conversationId: string; readonly messageId: string }
  | {
      readonly kind: 'insert';
      readonly conversationId: string;
      readonly messageId: string;
      readonly place: 'before' | 'after';
    };

export const useTurnDialog = create<{ dialog: TurnDialog | null }>()(() => ({ dialog: null }));

export const openTurnDialog = (dialog: TurnDialog): void => useTurnDialog.setState({ dialog });
export const closeTurnDialog = (): void => useTurnDialog.setState({ dialog: null });

export const useLineageView = create<{ readonly mediaId: string | null }>()(() => ({ mediaId: null }));

export const openLineage = (mediaId: string): void => useLineageView.setState({ mediaId });
export const closeLineage = (): void => useLineageView.setState({ mediaId: null });

/** The results whose boards are on show; none to make a board alone. */
export const useBoardsView = create<{ readonly ids: readonly string[] | null }>()(() => ({ ids: null }));

export const openBoards = (ids: readonly string[]): void => useBoardsView.setState({ ids });
export const closeBoards = (): void => useBoardsView.setState({ ids: null });
