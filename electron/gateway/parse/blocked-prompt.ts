import { isRecord, type JsonRecord, textOrNull } from './json';

/** A prompt that Gemini's filter took (ai.google.dev/api/generate-content, `PromptFeedback`): no reply comes of it. */
export function findBlocked({ promptFeedback, candidates }: JsonRecord): JsonRecord | null {
  const code = isRecord(promptFeedback) ? textOrNull(promptFeedback.blockReason) : null;
  if (code === null || !isRecord(promptFeedback) || candidates !== undefined) return null;
  const words = textOrNull(promptFeedback.blockReasonMessage);
  return { code, message: words ?? `The gateway’s filter blocked the prompt: ${code}.` };
}
