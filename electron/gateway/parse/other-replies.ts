/**
 * Replies of interfaces other than OpenAI's, which a gateway passes on as they are or a path of the profile's own leads
 * to: their text is paid for. Each becomes a chunk of the form that everything else reads; what is known already stays.
 */
import { agentForms } from './agent-forms';
import { foundTexts, isFailure, replyInside, saidInside } from './found-reply';
import { isRecord, type JsonRecord, textOrNull } from './json';
import { namedPiece, wholeText } from './named-pieces';
import { cohere, converseStream } from './other-events';
import { responses } from './responses-form';
import { readSureResults } from './results';
import { call, joined, type Said } from './said';
import { serverForms } from './server-forms';

export interface EventPlace {
  /** Of the event that holds the record; empty where it has none. */
  readonly name: string;
  /** Something of the reply came before. */
  readonly hasBegun: boolean;
  /** It is all of the reply, and no event. */
  readonly isWhole: boolean;
}

/** `null` where a record is none of them. */
export function asChunk(body: JsonRecord, place: EventPlace): JsonRecord | null {
  const several = severalCandidates(body);
  if (several !== null) return { ...body, choices: several };
  const known = chunkBy(readers, body, place);
  if (known !== undefined) return known;
  const inner = replyInside(body);
  if (inner !== null) return { ...body, ...inner };
  return place.isWhole ? (chunkBy(readersOfWholes, body, place) ?? null) : null;
}

/** `undefined` where none of them knows the record. */
function chunkBy(known: readonly Read[], body: JsonRecord, { name, hasBegun }: EventPlace) {
  for (const read of known) {
    const said = read(body, name);
    if (said?.isEnd && !hasBegun) return null;
    if (said !== null) return { ...body, choices: [choiceOf(withoutFallback(said, hasBegun))] };
  }
  return undefined;
}

const withoutFallback = (said: Said, hasBegun: boolean): Said =>
  said.isFallback && hasBegun ? { ...said, text: '', isMessage: false } : said;

function choiceOf({ text, thinking, calls, media = [], cited = [], finish, ...said }: Said): JsonRecord {
  const message = {
    role: 'assistant',
    ...(textOrNull(text) !== null && { content: text }),
    ...(textOrNull(thinking) !== null && { reasoning_content: thinking }),
    ...(Array.isArray(calls) && calls.length > 0 && { tool_calls: calls }),
    ...(media.length > 0 && { images: media }),
    ...(cited.length > 0 && { annotations: cited }),
  };
  const finishReason = textOrNull(finish) || null;
  return { index: 0, [said.isMessage ? 'message' : 'delta']: message, finish_reason: finishReason };
}

type Read = (body: JsonRecord, name: string) => Said | null;

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
  ...agentForms,
  ...serverForms,
  namedPiece,
];

/** What is read of a whole answer where nothing else knows it: no other will come. */
const readersOfWholes: readonly Read[] = [
  wholeText,
  (body) => saidInside(body, (record) => firstSaid(record)),
  foundTexts,
  foundMedia,
];

/** An answer of another operation, such as `{ data: [{ b64_json }] }` of images: completed by whoever reads it. */
function foundMedia(body: JsonRecord): Said | null {
  if (isFailure(body)) return null;
  const media = readSureResults(body, 'https://gateway.invalid').map(({ item }) => item);
  return media.length === 0 ? null : { media, finish: 'stop', isMessage: true };
}

function firstSaid(record: JsonRecord): Said | null {
  for (const read of readers) {
    const said = read(record, '');
    if (said !== null) return said;
  }
  return null;
}

/** `/api/chat` and `/api/generate` (docs.ollama.com/api): a record for each piece, the last one `done`. */
function ollama({ message, response, thinking, done, done_reason: reason }: JsonRecord): Said | null {
  if (typeof done !== 'boolean' || !(isRecord(message) || typeof response === 'string')) return null;
  const finish = done ? (textOrNull(reason) ?? 'stop') : null;
  if (!isRecord(message)) return { text: response, thinking, finish };
  const media = [message.images].flat().filter((one) => typeof one === 'string');
  return {
    text: message.content,
    thinking: message.thinking,
    calls: message.tool_calls,
    media: media.map((b64) => ({ b64 })),
    finish,
  };
}

/**
 * `/ai/run` of Cloudflare's Workers AI: a text with its usage, in `result` where it is whole. With calls of tools there is no
 * text, and in its JSON mode an object instead.
 */
function workersAi({
  result,
  response,
  error,
  done,
  tool_calls: asked,
  object,
  status,
}: JsonRecord): Said | null {
  if (isRecord(result) && (typeof result.response === 'string' || hasItems(result.tool_calls)))
    return { text: result.response, calls: flatCalls(result.tool_calls), finish: 'stop', isMessage: true };
  if (isRecord(result) && isRecord(result.response) && result.response.choices === undefined)
    return { text: JSON.stringify(result.response), finish: 'stop', isMessage: true };
  const isPiece = error === undefined && done === undefined && object === undefined && status === undefined;
  if (!isPiece || !(typeof response === 'string' || (response === null && hasItems(asked)))) return null;
  return { text: response, calls: flatCalls(asked) };
}

const hasItems = (list: unknown): boolean => Array.isArray(list) && list.length > 0;

/** Its calls have no `function` around their name and arguments. */
const flatCalls = (calls: unknown): readonly JsonRecord[] =>
  (Array.isArray(calls) ? calls : [])
    .filter(isRecord)
    .map((one) => (isRecord(one.function) ? one : call(one.id, one.name, one.arguments ?? one.parameters)));

/** Events and records of Anthropic's Messages. */
function anthropic({ type, delta, content, stop_reason: reason, ...event }: JsonRecord): Said | null {
  if (type === 'message' && Array.isArray(content)) return anthropicMessage(content.filter(isRecord), reason);
  const { index, content_block: block } = event;
  if (type === 'content_block_start' && isRecord(block)) return anthropicBlock(block, index);
  if (!isRecord(delta)) return null;
  if (type === 'content_block_delta') return anthropicDelta(delta, index);
  return type === 'message_delta' ? { finish: delta.stop_reason } : null;
}

const anthropicMessage = (parts: readonly JsonRecord[], finish: unknown): Said => ({
  text: joined(parts),
  thinking: joined(parts, 'thinking'),
  calls: parts.filter(({ type }) => type === 'tool_use').map(({ id, name, input }) => call(id, name, input)),
  media: parts.filter(isImage).map(({ source }) => source),
  cited: parts.flatMap(({ citations }) => [citations].flat().filter(isRecord)),
  finish,
  isMessage: true,
});

function anthropicBlock(block: JsonRecord, index: unknown): Said | null {
  if (isImage(block)) return { media: [block.source] };
  return block.type === 'tool_use' ? { calls: [{ index, ...call(block.id, block.name, '') }] } : null;
}

function anthropicDelta({ type, partial_json: piece, citation, text, thinking }: JsonRecord, index: unknown) {
  if (type === 'input_json_delta') return { calls: [{ index, function: { arguments: piece } }] };
  return isRecord(citation) ? { cited: [citation] } : { text, thinking };
}

const isImage = ({ type, source }: JsonRecord): boolean => type === 'image' && isRecord(source);

/** `generateContent` of Gemini and Vertex. */
function gemini({ candidates }: JsonRecord): Said | null {
  const [first] = Array.isArray(candidates) ? candidates : [];
  return isRecord(first) ? candidate(first) : null;
}

/** Of several, each is a choice. */
function severalCandidates({ candidates }: JsonRecord): readonly JsonRecord[] | null {
  if (!Array.isArray(candidates) || candidates.length < 2) return null;
  const said = candidates.map((one) => (isRecord(one) ? candidate(one) : null));
  return said.flatMap((one, at) => (one === null ? [] : [{ ...choiceOf(one), index: at }]));
}

function candidate(first: JsonRecord): Said | null {
  const content = isRecord(first.content) ? first.content.parts : null;
  // The piece that ends a reply, or that a filter took, may have no content.
  if (!Array.isArray(content) && textOrNull(first.finishReason) === null) return null;
  const parts = (Array.isArray(content) ? content : []).filter(isRecord);
  return {
    text: parts
      .filter(({ thought }) => thought !== true)
      .map(writtenOf)
      .join(''),
    thinking: joined(parts.filter(({ thought }) => thought === true)),
    media: parts.filter(({ thought }) => thought !== true).flatMap(inlineOf),
    calls: parts
      .map(({ functionCall }) => functionCall)
      .filter(isRecord)
      .map(({ id, name, args }) => call(id, name, args)),
    cited: webSourcesOf(first.groundingMetadata),
    finish: first.finishReason,
  };
}

/** What its search found (ai.google.dev/gemini-api/docs/google-search). */
const webSourcesOf = (grounding: unknown): readonly JsonRecord[] =>
  (isRecord(grounding) ? [grounding.groundingChunks].flat() : [])
    .filter(isRecord)
    .map(({ web }) => web)
    .filter(isRecord)
    .map(({ uri, title }) => ({ url: uri, title }));

/** Text, and code that Gemini ran with what came of it. */
function writtenOf({ text, executableCode, codeExecutionResult }: JsonRecord): string {
  if (isRecord(executableCode) && typeof executableCode.code === 'string')
    return `\n\n\`\`\`${(textOrNull(executableCode.language) ?? '').toLowerCase()}\n${executableCode.code.trimEnd()}\n\`\`\`\n\n`;
  if (isRecord(codeExecutionResult) && typeof codeExecutionResult.output === 'string')
    return `\n\n\`\`\`\n${codeExecutionResult.output.trimEnd()}\n\`\`\`\n\n`;
  return textOrNull(text) ?? '';
}

/** An image or sound among the parts, or the address of one, in either spelling. */
const inlineOf = ({ inlineData, inline_data, fileData, file_data }: JsonRecord): readonly JsonRecord[] =>
  [inlineData, inline_data, fileData, file_data].filter(isRecord);

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
  const media = parts
    .map(({ image }) => image)
    .filter(isRecord)
    .map(({ source }) => source)
    .filter(isRecord);
  return { text: joined(parts), thinking, calls, media, finish: stopReason, isMessage: true };
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
