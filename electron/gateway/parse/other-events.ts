/** Events of two more interfaces than OpenAI's, as relays pass them on, in the words of OpenAI's. */
import { isRecord, type JsonRecord } from './json';
import { call, joined, type Said } from './said';

const recordAt = (record: unknown, name: string): JsonRecord => {
  const value = isRecord(record) ? record[name] : null;
  return isRecord(value) ? value : {};
};

/** `ConverseStream` of Bedrock (docs.aws.amazon.com/bedrock): each event is named by its field, or by its place alone. */
export function converseStream(body: JsonRecord): Said | null {
  if (isRecord(body.messageStop)) return { finish: body.messageStop.stopReason };
  const { contentBlockStart, contentBlockDelta } = body;
  const block = [contentBlockStart, contentBlockDelta, body].find(isRecord);
  const index = block?.contentBlockIndex;
  if (block === undefined || typeof index !== 'number') return null;
  const { toolUseId, name } = recordAt(block.start, 'toolUse');
  if (toolUseId !== undefined) return { calls: [{ index, ...call(toolUseId, name, '') }] };
  if (!isRecord(block.delta)) return null;
  const { input } = recordAt(block.delta, 'toolUse');
  if (input !== undefined) return { calls: [{ index, function: { arguments: input } }] };
  return { text: block.delta.text, thinking: recordAt(block.delta, 'reasoningContent').text };
}

/** Events and records of Cohere's own chat (docs.cohere.com/v2/reference/chat-stream), whose requests are like OpenAI's. */
export function cohere({ type, index, delta, message, finish_reason: reason }: JsonRecord): Said | null {
  if (isRecord(message) && Array.isArray(message.content ?? message.tool_calls))
    return whole(message, reason);
  if (!isRecord(delta) || typeof type !== 'string') return null;
  if (type === 'message-end') return { finish: delta.finish_reason };
  const said = recordAt(delta, 'message');
  const { text, thinking } = recordAt(said, 'content');
  if (type === 'content-delta') return { text, thinking };
  if (type === 'tool-plan-delta') return { thinking: said.tool_plan };
  const asked = recordAt(said, 'tool_calls');
  return type === 'tool-call-start' || type === 'tool-call-delta' ? { calls: [{ index, ...asked }] } : null;
}

function whole({ content, tool_plan: plan, tool_calls: calls }: JsonRecord, finish: unknown): Said | null {
  if (typeof finish !== 'string') return null;
  const parts = (Array.isArray(content) ? content : []).filter(isRecord);
  const thinking = joined(parts, 'thinking') || plan;
  return { text: joined(parts), thinking, calls, finish, isMessage: true };
}
