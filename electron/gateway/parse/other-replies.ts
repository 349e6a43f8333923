/**
 * Replies of interfaces other than OpenAI's, which a gateway passes on as they are or a path of the profile's own leads
 * to: their text is paid for. Each becomes a chunk of the form that everything else reads; what is known already stays.
 */
import { isRecord, type JsonRecord, textOrNull } from './json';
import { cohere, converseStream } from './other-events';
import { call, joined, type Said } from './said';

/** `null` where a record is none of them. */
export function asChunk(body: JsonRecord): JsonRecord | null {
  for (const read of readers) {
    const said = read(body);
    if (said !== null) return { ...body, choices: [choiceOf(said)] };
  }
  return null;
}

function choiceOf({ text, thinking, calls, finish, isMessage = false }: Said): JsonRecord {
  const message = {
    role: 'assistant',
    ...(textOrNull(text) !== null && { content: text }),
    ...(textOrNull(thinking) !== null && { reasoning_content: thinking }),
    ...(Array.isArray(calls) && calls.length > 0 && { tool_calls: calls }),
  };
  const finishReason = textOrNull(finish) || null;
  return { index: 0, [isMessage ? 'message' : 'delta']: message, finish_reason: finishReason };
}

type Read = (body: JsonRecord) => Said | null;

const readers: readonly Read[] = [
  ollama,
  workersAi,
  responses,
  anthropic,
  gemini,
  converse,
  converseStream,
  cohere,
  hunyuan,
  qianfan,
  reka,
];

/** `/api/chat` and `/api/generate` (docs.ollama.com/api): a record for each piece, the last one `done`. */
function ollama({ message, response, thinking, done, done_reason: reason }: JsonRecord): Said | null {
  if (typeof done !== 'boolean' || !(isRecord(message) || typeof response === 'string')) return null;
  const finish = done ? (textOrNull(reason) ?? 'stop') : null;
  if (!isRecord(message)) return { text: response, thinking, finish };
  return { text: message.content, thinking: message.thinking, calls: message.tool_calls, finish };
}

/** `/ai/run` of Cloudflare's Workers AI: a text with its usage, in `result` where it is whole. */
function workersAi({ result, response, error, done }: JsonRecord): Said | null {
  if (isRecord(result) && typeof result.response === 'string')
    return { text: result.response, calls: result.tool_calls, finish: 'stop', isMessage: true };
  const isPiece = typeof response === 'string' && error === undefined && done === undefined;
  return isPiece ? { text: response } : null;
}

/** Events and records of OpenAI's Responses. */
function responses({ type, object, delta, response, output, status, ...event }: JsonRecord): Said | null {
  if (type === 'response.output_text.delta' || type === 'response.refusal.delta') return { text: delta };
  if (type === 'response.reasoning_summary_text.delta' || type === 'response.reasoning_text.delta')
    return { thinking: delta };
  const { item, output_index: index } = event;
  if (type === 'response.output_item.added' && isRecord(item) && item.type === 'function_call')
    return { calls: [{ index, ...call(item.call_id, item.name, '') }] };
  if (type === 'response.function_call_arguments.delta')
    return { calls: [{ index, function: { arguments: delta } }] };
  if (type === 'response.completed' || type === 'response.incomplete')
    return { finish: finishOf(isRecord(response) ? response.status : null) };
  if (object !== 'response' || !Array.isArray(output)) return null;
  const items = output.filter(isRecord);
  const contents = items.flatMap(({ content }) => (Array.isArray(content) ? content.filter(isRecord) : []));
  const calls = items
    .filter((one) => one.type === 'function_call')
    .map((one) => call(one.call_id, one.name, one.arguments));
  return { text: joined(contents), calls, finish: finishOf(status), isMessage: true };
}

const finishOf = (status: unknown): string => (status === 'incomplete' ? 'length' : 'stop');

/** Events and records of Anthropic's Messages. */
function anthropic({ type, delta, content, stop_reason: reason, ...event }: JsonRecord): Said | null {
  if (type === 'message' && Array.isArray(content)) {
    const parts = content.filter(isRecord);
    const calls = parts
      .filter((part) => part.type === 'tool_use')
      .map(({ id, name, input }) => call(id, name, input));
    return {
      text: joined(parts),
      thinking: joined(parts, 'thinking'),
      calls,
      finish: reason,
      isMessage: true,
    };
  }
  const { index, content_block: block } = event;
  if (type === 'content_block_start' && isRecord(block) && block.type === 'tool_use')
    return { calls: [{ index, ...call(block.id, block.name, '') }] };
  if (!isRecord(delta)) return null;
  if (type === 'content_block_delta' && delta.type === 'input_json_delta')
    return { calls: [{ index, function: { arguments: delta.partial_json } }] };
  if (type === 'content_block_delta') return { text: delta.text, thinking: delta.thinking };
  return type === 'message_delta' ? { finish: delta.stop_reason } : null;
}

/** `generateContent` of Gemini and Vertex. */
function gemini({ candidates }: JsonRecord): Said | null {
  const [first] = Array.isArray(candidates) ? candidates : [];
  if (!isRecord(first)) return null;
  const content = isRecord(first.content) ? first.content.parts : null;
  // The piece that ends a reply, or that a filter took, may have no content.
  if (!Array.isArray(content) && textOrNull(first.finishReason) === null) return null;
  const parts = (Array.isArray(content) ? content : []).filter(isRecord);
  return {
    text: joined(parts.filter(({ thought }) => thought !== true)),
    thinking: joined(parts.filter(({ thought }) => thought === true)),
    calls: parts
      .map(({ functionCall }) => functionCall)
      .filter(isRecord)
      .map(({ id, name, args }) => call(id, name, args)),
    finish: first.finishReason,
  };
}

/** `Converse` of Bedrock. */
function converse({ output, stopReason }: JsonRecord): Said | null {
  const message = isRecord(output) ? output.message : null;
  if (!isRecord(message) || !Array.isArray(message.content)) return null;
  const parts = message.content.filter(isRecord);
  const thoughts = parts.map(({ reasoningContent }) => reasoningContent).filter(isRecord);
  const thinking = joined(thoughts.map(({ reasoningText }) => reasoningText).filter(isRecord));
  const calls = parts
    .map(({ toolUse }) => toolUse)
    .filter(isRecord)
    .map(({ toolUseId, name, input }) => call(toolUseId, name, input));
  return { text: joined(parts), thinking, calls, finish: stopReason, isMessage: true };
}

/** Tencent's own interface, whose names begin with a capital; a whole reply is in `Response`. */
function hunyuan(body: JsonRecord): Said | null {
  const { Choices: choices } = isRecord(body.Response) ? body.Response : body;
  const [first] = Array.isArray(choices) ? choices : [];
  if (!isRecord(first)) return null;
  const { Delta: delta, Message: message, FinishReason: finish } = first;
  const said = [delta, message].find(isRecord);
  if (said === undefined) return null;
  return { text: said.Content, thinking: said.ReasoningContent, finish, isMessage: said === message };
}

/** Baidu's older interface: the text in `result`, and whether it ends. */
function qianfan({ result, is_end: isEnd, is_truncated: isCut }: JsonRecord): Said | null {
  if (typeof result !== 'string' || (isEnd === undefined && isCut === undefined)) return null;
  const isOver = isEnd === undefined || isEnd === true;
  const finish = isCut === true ? 'length' : 'stop';
  return { text: result, finish: isOver ? finish : null };
}

/** Reka's own chat. */
function reka({ responses: all }: JsonRecord): Said | null {
  const [first] = Array.isArray(all) ? all : [];
  if (!isRecord(first) || !isRecord(first.message)) return null;
  return { text: first.message.content, finish: first.finish_reason, isMessage: true };
}
