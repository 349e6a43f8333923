/**
 * Replies of platforms that people build agents and workflows with. What a workflow makes is often in its last event alone,
 * under names that its author chose.
 */
import { isRecord, type JsonRecord, textOrNull } from './json';
import { joined, type Said } from './said';

/** `name` is that of the event, where it has one. */
type ReadForm = (body: JsonRecord, name: string) => Said | null;

export const agentForms: readonly ReadForm[] = [
  ...[coze, dify, langflow, anythingLlm, agentKit, assistants, ragflow, runPod, agentToAgent],
];

/** Coze’s chat, whose events differ by their names (coze.com/docs/developer_guides/chat_v3). */
function coze({ type, content, reasoning_content: thinking }: JsonRecord, name: string): Said | null {
  if (name === 'conversation.chat.completed') return { finish: 'stop' };
  if (!/^conversation\.message\.(?:delta|completed)$/.test(name) || type !== 'answer') return null;
  const isMessage = name.endsWith('completed');
  return { text: content, thinking, isMessage, finish: isMessage ? 'stop' : null };
}

/** Dify’s chat, completion and workflow (docs.dify.ai: `chat-messages`, `workflows/run`). */
function dify({ event, answer, data, workflow_run_id: run, ...more }: JsonRecord): Said | null {
  if (event === 'message_end') return { finish: 'stop' };
  if (event === 'message_file') return more.belongs_to === 'user' ? {} : { media: [{ url: more.url }] };
  if (isRecord(data)) {
    if (event === 'text_chunk') return { text: data.text };
    if (event === 'reasoning_chunk') return { thinking: data.reasoning };
    const isRun = event === 'workflow_finished' || (event === undefined && run !== undefined);
    if (isRun) return madeBy(data.outputs);
  }
  if (typeof answer !== 'string') return null;
  // What its moderation puts in the place of all that came.
  return event === 'message_replace' ? { text: answer, finish: 'stop', isMessage: true } : { text: answer };
}

/**
 * What a workflow made: its only text, or all of its outputs as JSON. Those repeat what came in pieces, so they count only
 * where nothing did.
 */
export function madeBy(outputs: unknown): Said {
  const values = isRecord(outputs) ? Object.values(outputs) : [outputs];
  const media = values.flat().filter(isFile);
  const texts = values.filter((value) => isSaid(value) && !isOnlyFiles(value));
  const [only] = texts;
  if (texts.length === 0 && media.length === 0) return { finish: 'stop', isEnd: true };
  const found = { media, finish: 'stop', isMessage: true };
  if (texts.length === 0) return found;
  if (texts.length === 1 && typeof only === 'string') return { ...found, text: only };
  return { ...found, text: JSON.stringify(outputs, null, 2), isFallback: true };
}

const isSaid = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/** `{ type: "image", mime_type, url, filename }`. */
const isFile = (value: unknown): value is JsonRecord =>
  isRecord(value) && textOrNull(value.url) !== null && textOrNull(value.mime_type) !== null;

const isOnlyFiles = (value: unknown): boolean => [value].flat().every(isFile);

const firstOf = (list: unknown): JsonRecord => {
  const [first] = Array.isArray(list) ? list : [];
  return isRecord(first) ? first : {};
};

/** `/api/v1/run` of Langflow (docs.langflow.org): whole, or in the event that ends a stream, also where no token came. */
function langflow({ event, data, outputs }: JsonRecord): Said | null {
  const result = event === 'end' && isRecord(data) && isRecord(data.result) ? data.result.outputs : outputs;
  const { results, outputs: made, artifacts, messages } = firstOf(firstOf(result).outputs);
  const inside = [results, made].filter(isRecord).flatMap((one) => Object.values(one).filter(isRecord));
  const places = [...inside, ...inside.map((one) => one.data), artifacts, firstOf(messages)].filter(isRecord);
  const text = places.flatMap((one) => [one.text, one.message]).find((one) => typeof one === 'string');
  return text === undefined ? null : { text, finish: 'stop', isMessage: true };
}

/** AnythingLLM’s own chat (docs.anythingllm.com), whole or in chunks; its OpenAI-compatible one is read as such. */
function anythingLlm({ type, textResponse: text, close }: JsonRecord): Said | null {
  if (type === 'finalizeResponseStream') return { finish: 'stop' };
  if (typeof text !== 'string') return null;
  return { text, isMessage: type === 'textResponse', finish: close === true ? 'stop' : null };
}

/** `/run` and `/run_sse` of Google’s Agent Development Kit (google.github.io/adk-docs): pieces, and then all of them. */
function agentKit({ content, partial, author, finishReason, turnComplete }: JsonRecord): Said | null {
  if (!isRecord(content) || !Array.isArray(content.parts) || author === undefined) return null;
  const parts = content.parts.filter(isRecord);
  const isCall = parts.some((part) => part.functionCall !== undefined || part.functionResponse !== undefined);
  if (isCall) return null;
  const isPiece = partial === true;
  return {
    text: joined(parts.filter(({ thought }) => thought !== true)),
    thinking: joined(parts.filter(({ thought }) => thought === true)),
    isMessage: !isPiece,
    finish: finishReason ?? (isPiece && turnComplete !== true ? null : 'stop'),
  };
}

/** Runs of OpenAI’s and Azure’s assistants (platform.openai.com/docs/api-reference/assistants-streaming). */
function assistants({ object, delta, status }: JsonRecord, name: string): Said | null {
  if (name === 'thread.run.completed' || (object === 'thread.run' && status === 'completed'))
    return { finish: 'stop', isEnd: true };
  if (object !== 'thread.message.delta' || !isRecord(delta) || !Array.isArray(delta.content)) return null;
  const texts = delta.content.filter(isRecord).map(({ text }) => text);
  return { text: joined(texts.filter(isRecord), 'value') };
}

/** RAGFlow’s own chat (ragflow.io/docs): all of the answer so far in each event, and `true` in place of it at the end. */
function ragflow({ code, data }: JsonRecord): Said | null {
  if (code !== 0) return null;
  if (data === true) return { finish: 'stop', isEnd: true };
  return isRecord(data) && typeof data.answer === 'string' ? { text: data.answer } : null;
}

/** Events of the Agent2Agent protocol (a2a-protocol.org, `message/stream`); its whole answers are found by what they hold. */
function agentToAgent({ jsonrpc, result }: JsonRecord): Said | null {
  if (jsonrpc !== '2.0' || !isRecord(result)) return null;
  const { artifact, final } = result;
  if (isRecord(artifact) && Array.isArray(artifact.parts))
    return { text: joined(artifact.parts.filter(isRecord)) };
  return final === true ? { finish: 'stop', isEnd: true } : null;
}

/** vLLM on RunPod, asked by `/runsync` or `/stream` (docs.runpod.io): a list of replies whose texts are lists of tokens. */
function runPod({ output, status, stream }: JsonRecord): Said | null {
  const made = [output, stream].find(Array.isArray)?.filter(isRecord) ?? [];
  const held = made.map((one) => (isRecord(one.output) ? one.output : one));
  const tokens = held.flatMap((one) => firstOf(one.choices).tokens ?? []);
  const isText = tokens.length > 0 && tokens.every((one) => typeof one === 'string');
  return isText ? { text: tokens.join(''), finish: status === 'COMPLETED' ? 'stop' : null } : null;
}
