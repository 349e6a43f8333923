import type { Message } from '../../../../shared/chat/chat';
import type { Part } from '../../../../shared/chat/parts';

/** A message as far as its parts show it. */
export type ShownMessage = Pick<Message, 'id' | 'role'> &
  Partial<Pick<Message, 'parts' | 'usage' | 'prices' | 'thinkingMs'>> & {
    /** Shown beside its chat, where nothing of it is answered. */
    readonly isAside?: boolean;
  };

/** As a search looks for them in the page. */
export const idsOf = (parts: readonly Part[]): string => parts.map(({ id }) => id).join(' ');

/** What a renderer of parts gets. */
export interface PartViewProps {
  /** Neighbors of one kind; those that are shown alone come alone. */
  readonly parts: readonly [Part, ...Part[]];
  readonly message: ShownMessage;
  /** It is the last of a reply that is being written. */
  readonly isGrowing: boolean;
}
