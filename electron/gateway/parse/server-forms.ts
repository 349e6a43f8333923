/**
 * Replies and events of servers whose interface is their own, one reader for each form. Their text is paid for, whichever
 * path of a profile led to them.
 */
import { isRecord, type JsonRecord, textOrNull } from './json';
import { call, joined, type Said } from './said';

/** `name` is that of the event, where it has one. */
type ReadForm = (body: JsonRecord, name: string) => Said | null;

export const serverForms: readonly ReadForm[] = [
  textGeneration,
  results,
  llamaCpp,
  sglang,
  dashscopeText,
  oracle,
  lmStudio,
  cohereFirst,
  bedrockModels,
];

const firstOf = (list: unknown): JsonRecord => {
  const [first] = Array.isArray(list) ? list : [];
  return isRecord(first) ? first : {};
};

const textIn = (...values: readonly unknown[]): string | undefined =>
  values.find((value): value is string => typeof value === 'string');

/** Hugging Face's `generate` and `generate_stream` (huggingface.co/docs/text-generation-inference). */
function textGeneration({ token, generated_text: all, details }: JsonRecord): Said | null {
  const reason = isRecord(details) ? details.finish_reason : null;
  const finish = reason ?? (typeof all === 'string' ? 'stop' : null);
  if (isRecord(token) && typeof token.text === 'string')
    return { text: token.special === true ? '' : token.text, finish };
  return typeof all === 'string' ? { text: all, finish, isMessage: true } : null;
}

/** watsonx.ai’s generation, Titan on Bedrock and KoboldCpp list what they made. */
function results({ results: list }: JsonRecord): Said | null {
  const { generated_text, outputText, text, stop_reason, completionReason, finish_reason } = firstOf(list);
  const said = textIn(generated_text, outputText, text);
  if (said === undefined) return null;
  const reason = stop_reason ?? completionReason ?? finish_reason;
  return { text: said, finish: reason === 'not_finished' ? null : reason };
}

/** `/completion` of llama.cpp (tools/server/README.md). */
function llamaCpp({ content, stop, stop_type: kind }: JsonRecord): Said | null {
  if (typeof content !== 'string' || typeof stop !== 'boolean') return null;
  return { text: content, finish: stop ? (textOrNull(kind) ?? 'stop') : null };
}

/** `/generate` of SGLang (docs.sglang.ai), whose events each hold all of the text. */
function sglang({ text, meta_info: info }: JsonRecord): Said | null {
  if (typeof text !== 'string' || !isRecord(info)) return null;
  const { finish_reason: reason } = info;
  return { text, finish: isRecord(reason) ? reason.type : reason, isMessage: true };
}

/** DashScope without `result_format: "message"`, and its applications. */
function dashscopeText({ output }: JsonRecord): Said | null {
  if (!isRecord(output) || typeof output.text !== 'string') return null;
  return {
    text: output.text,
    thinking: output.reasoning_content,
    finish: output.finish_reason,
    isMessage: true,
  };
}

/** Oracle’s chat: whole in `chatResponse`, or an event for each piece, of its generic form or of Cohere’s. */
function oracle(body: JsonRecord): Said | null {
  const { chatResponse: whole } = body;
  const held = isRecord(whole) ? (Array.isArray(whole.choices) ? firstOf(whole.choices) : whole) : body;
  const isOracle = held !== body || body.apiFormat !== undefined || body.pad !== undefined;
  const { message, text, finishReason: finish, chatHistory, toolCalls } = held;
  if (!isOracle || (finish === undefined && text === undefined && !isRecord(message))) return null;
  const { content, toolCalls: asked = toolCalls } = isRecord(message) ? message : {};
  const calls = (Array.isArray(asked) ? asked : [])
    .filter(isRecord)
    .map((one) => call(one.id, one.name, one.arguments ?? one.parameters));
  const isMessage = held !== body || chatHistory !== undefined;
  return { text: text ?? joined([content].flat().filter(isRecord)), calls, finish, isMessage };
}

/** `/api/v1/chat` of LM Studio (lmstudio.ai/docs/developer/rest); its events are read by their names. */
function lmStudio({ type, result, output }: JsonRecord): Said | null {
  const list = type === 'chat.end' && isRecord(result) ? result.output : output;
  const items = (Array.isArray(list) ? list : []).filter(isRecord);
  const of = (kind: string) =>
    joined(
      items.filter((one) => one.type === kind),
      'content',
    );
  const [text, thinking] = [of('message'), of('reasoning')];
  if (text === '' && thinking === '') return type === 'chat.end' ? { finish: 'stop' } : null;
  return { text, thinking, finish: 'stop', isMessage: true };
}

/** Cohere’s first chat and what of it is on Bedrock, in lines or events. */
function cohereFirst(body: JsonRecord): Said | null {
  const { event_type: type, is_finished: isEnd, generation_id, response_id, text, finish_reason } = body;
  if (type === 'stream-end' || isEnd === true) {
    const { text: all } = isRecord(body.response) ? body.response : {};
    return { text: all, finish: finish_reason ?? 'stop', isMessage: true };
  }
  const isPiece = type === 'text-generation' || isEnd === false;
  const isWhole = type === undefined && (generation_id ?? response_id) !== undefined;
  if (typeof text !== 'string' || !(isPiece || isWhole)) return null;
  return { text, finish: finish_reason, isMessage: isWhole };
}

/** Models on Bedrock that are asked for directly: Llama, Titan, Mistral, Cohere, Jurassic and older Claude. */
function bedrockModels({
  generation,
  outputText,
  completion,
  stop_reason: reason,
  ...body
}: JsonRecord): Said | null {
  const own = textIn(generation, outputText, completion);
  if (own !== undefined) return { text: own, finish: reason ?? body.completionReason };
  const {
    text,
    data,
    finish_reason,
    finishReason,
    stop_reason,
    completion: made,
  } = firstOf([body.outputs, body.generations, body.completions].find(Array.isArray));
  const said = textIn(text, made, isRecord(data) ? data.text : undefined);
  if (said === undefined) return null;
  return {
    text: said,
    finish: stop_reason ?? finish_reason ?? (isRecord(finishReason) ? finishReason.reason : null),
  };
}
