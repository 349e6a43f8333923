import type { Message, RunSettings } from '../../../shared/chat';
import type { ChatMessageParam, ChatParams } from '../../gateway/types';

/** What the model is told of a message. */
export type Said = Pick<Message, 'role' | 'text'>;

/**
 * The body of a chat call. Settings left out are not sent; the person's extra parameters come last and win.
 *
 * @param history the branch up to the message to answer, oldest first.
 */
export function chatParams(model: string, history: readonly Said[], settings: RunSettings): ChatParams {
  const { systemPrompt, stream = true, extra } = settings;
  const system: ChatMessageParam[] = systemPrompt ? [{ role: 'system', content: systemPrompt }] : [];
  const optional = {
    temperature: settings.temperature,
    top_p: settings.topP,
    max_tokens: settings.maxTokens,
    stop: settings.stop,
    seed: settings.seed,
    n: settings.choices,
    presence_penalty: settings.presencePenalty,
    frequency_penalty: settings.frequencyPenalty,
    response_format: settings.responseFormat && { type: settings.responseFormat },
    stream_options: stream ? { include_usage: true } : undefined,
  };
  return {
    model,
    messages: [
      ...system,
      ...history.filter(saysSomething).map(({ role, text }) => ({ role, content: text })),
    ],
    stream,
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)),
    ...extra,
  };
}

/** A reply that failed before its first word says nothing to the model. */
function saysSomething({ role, text }: Said): boolean {
  return role === 'user' || text !== '';
}
