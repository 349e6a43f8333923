/** What a conversation belongs to. One that belongs to something is shown there, and in no list of chats. */
export interface ConversationOwner {
  readonly kind: 'batch' | 'comparison' | 'experiment';
  readonly id: string;
}

/** The same for a job; `message` is a chat reply that came with media, where the job saves them. */
export interface JobOwner {
  readonly kind: ConversationOwner['kind'] | 'message';
  readonly id: string;
}
