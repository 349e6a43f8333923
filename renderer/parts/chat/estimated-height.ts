import type { Message } from '../../../shared/chat';

const linePx = 22;
/** What surrounds the text of a message: its frame, or the model above it and the figures below. */
const aroundPx = { user: 30, assistant: 56 };
const charactersInLine = 90;
const mostLines = 100;
/** A message that is not loaded. */
const unknownPx = 140;

/**
 * What a message takes before it was measured, in pixels. Close to the truth for short ones: where new ones are taken for
 * too high, those above them leave the page and come back.
 */
export function estimatedHeight(message: Message | undefined): number {
  if (message === undefined) return unknownPx;
  const lines = Math.ceil(message.text.length / charactersInLine);
  const around = message.role === 'assistant' ? aroundPx.assistant : aroundPx.user;
  return around + linePx * Math.min(Math.max(lines, 1), mostLines);
}
