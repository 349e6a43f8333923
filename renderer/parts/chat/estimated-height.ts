import type { Message } from '../../../shared/chat/chat';

const linePx = 22;
/** What surrounds the text of a message: its frame, or the model above it and the figures below. */
const aroundPx = { user: 30, assistant: 56 };
const charactersInLine = 90;
const mostLines = 100;
/** A message that is not loaded. */
const unknownPx = 140;

/**
 * The height of a message before it was measured, in pixels. Accurate for short messages: an estimate that is too high
 * unmounts the messages above for a moment.
 */
export function estimatedHeight(message: Message | undefined): number {
  if (message === undefined) return unknownPx;
  const lines = Math.ceil(message.text.length / charactersInLine);
  const around = message.role === 'assistant' ? aroundPx.assistant : aroundPx.user;
  return around + linePx * Math.min(Math.max(lines, 1), mostLines);
}
