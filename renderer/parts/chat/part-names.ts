import type { PartType } from '../../../shared/chat/parts';

/** What a part is called beside a line of its text. */
export const partNames: Readonly<Partial<Record<PartType, string>>> = {
  reasoning: 'Reasoning',
  refusal: 'Refusal',
  toolCall: 'Tool call',
  toolResult: 'Tool result',
  citation: 'Source',
  image: 'Attached file',
  audio: 'Attached file',
  video: 'Attached file',
  file: 'Attached file',
};
