import type { ChatModality } from './modality';

/** Its settings are in `shared/run/chat-settings.ts`. */
export const chat: ChatModality = {
  id: 'chat',
  label: 'Chat',
  operation: 'chat.completions.create',
  text: { label: 'Message' },
  sendLabel: 'Send',
};
