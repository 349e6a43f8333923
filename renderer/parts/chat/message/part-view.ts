import type { Message } from '../../../../shared/chat';
import type { Part } from '../../../../shared/chat/parts';

/** What a renderer of parts gets. */
export interface PartViewProps {
  /** Neighbors of one kind; those that are shown alone come alone. */
  readonly parts: readonly [Part, ...Part[]];
  readonly message: Pick<Message, 'id' | 'role'>;
  /** It is the last of a reply that is being written. */
  readonly isGrowing: boolean;
}
