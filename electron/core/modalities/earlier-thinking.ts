/** What a request has of the thinking of earlier replies: signed blocks untouched, else its text under the gateway's name. */
import type { Message } from '../../../shared/chat/chat';
import { reasoningOf } from '../../../shared/chat/parts';
import { rawOf } from '../../../shared/chat/raw-parts';
import type { RunSettings } from '../../../shared/run/chat-settings';
import type { ThinkingBack } from '../../gateway/types/call';

type Thought = Pick<Message, 'parts'>;
type Fields = Readonly<Record<string, unknown>>;

/** The fields of one message. @param isInRound whether its calls of tools are sent too */
export type BackOf = (messages: readonly Thought[], isInRound: boolean) => Fields;

/** Of a gateway that is not known. */
export const usualBack: ThinkingBack = { scope: 'tools', field: 'reasoning_content' };

/** A setting goes before what the gateway usually takes. */
export function backWith({ scope, field }: ThinkingBack, { thinkingBack }: RunSettings): BackOf {
  const chosen = thinkingBack ?? scope;
  return (messages, isInRound) => {
    if (chosen === 'never' || (chosen === 'tools' && !isInRound)) return {};
    const kept = messages.flatMap(({ parts }) => rawOf(parts, 'thinking')).filter(isFields);
    // Two replies that are joined into one message have no thinking that is whole.
    if (kept.length > 0) return kept.length === 1 ? (kept[0] ?? {}) : {};
    const text = messages.map(({ parts }) => reasoningOf(parts)).join('');
    return text === '' ? {} : { [field]: text };
  };
}

/** The most characters of thinking that may go back with a message. */
export function thinkingCharacters({ parts }: Thought, { thinkingBack }: RunSettings): number {
  const hasCalls = parts.some(({ type }) => type === 'toolCall');
  if (thinkingBack === 'never' || (thinkingBack !== 'always' && !hasCalls)) return 0;
  const kept = rawOf(parts, 'thinking').reduce<number>((sum, raw) => sum + JSON.stringify(raw).length, 0);
  return Math.max(kept, reasoningOf(parts).length);
}

/** An archive may hold anything: it never replaces what a message says. */
const isFields = (raw: unknown): raw is Fields =>
  typeof raw === 'object' &&
  raw !== null &&
  !['role', 'content', 'tool_calls', 'tool_call_id'].some((name) => name in raw);
