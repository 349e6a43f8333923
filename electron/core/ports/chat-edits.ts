import type { ChatEdit } from '../../../shared/chat/edits';

/** The edits of chats, each with the branch it made. */
export interface ChatEditStore {
  get(id: string): ChatEdit | undefined;
  add(edit: ChatEdit): void;
  /** Those of a chat, newest first. */
  of(conversationId: string, limit: number): readonly ChatEdit[];
  setUndone(id: string, at: number): void;
  /** Forgets those whose messages are gone. */
  purge(): void;
}
