/** Events and records of OpenAI's Responses (platform.openai.com/docs/api-reference/responses-streaming). */
import { isRecord, type JsonRecord, textOrNull } from './json';
import { call, joined, type Said } from './said';

export function responses(body: JsonRecord): Said | null {
  const { type, object, response, output, output_text: text } = body;
  if (typeof type === 'string' && type.startsWith('response.')) return ofEvent(type, body);
  if (object === 'response' || (output === undefined && textOrNull(text) !== null)) return wholeOf(body);
  // Some leave the envelope of the last event.
  return isRecord(response) && response.object === 'response' ? wholeOf(response) : null;
}

function ofEvent(type: string, { delta, item, output_index: index, response }: JsonRecord): Said | null {
  switch (type) {
    case 'response.output_text.delta':
    case 'response.refusal.delta':
      return { text: delta };
    case 'response.reasoning_summary_text.delta':
    case 'response.reasoning_text.delta':
      return { thinking: delta };
    case 'response.output_item.added':
      return isRecord(item) && item.type === 'function_call'
        ? { calls: [{ index, ...call(item.call_id, item.name, '') }] }
        : null;
    case 'response.function_call_arguments.delta':
      return { calls: [{ index, function: { arguments: delta } }] };
    case 'response.output_item.done': {
      const media = picturesIn([item].filter(isRecord));
      return media.length > 0 ? { media } : null;
    }
    case 'response.completed':
    case 'response.incomplete':
      return wholeOf(isRecord(response) ? response : {});
    default:
      return null;
  }
}

/** All that a reply came to: some gateways send no pieces before it, and others leave its output out of the last event. */
function wholeOf({ output, output_text: text, status, incomplete_details: cut }: JsonRecord): Said {
  const items = (Array.isArray(output) ? output : []).filter(isRecord);
  const contents = items
    .filter((one) => one.type !== 'reasoning')
    .flatMap(({ content }) => (Array.isArray(content) ? content.filter(isRecord) : []));
  const calls = items
    .filter((one) => one.type === 'function_call')
    .map((one) => call(one.call_id, one.name, one.arguments));
  const thoughts = items.filter((one) => one.type === 'reasoning').map(thoughtsOf);
  const said = joined(contents) || joined(contents, 'refusal') || textOrNull(text);
  const finish = finishOf(status, cut);
  const isEmpty = items.length === 0 && said === null;
  if (isEmpty) return { finish };
  return {
    text: said,
    thinking: thoughts.join('\n\n'),
    calls,
    media: picturesIn(items),
    finish,
    isMessage: true,
  };
}

/** Its summary, or all of it where the model is open. */
function thoughtsOf({ summary, content }: JsonRecord): string {
  const [short, long] = [summary, content].map((list) => (Array.isArray(list) ? list.filter(isRecord) : []));
  return (short ?? []).map(({ text }) => textOrNull(text) ?? '').join('\n\n') || joined(long ?? []);
}

const picturesIn = (items: readonly JsonRecord[]): readonly JsonRecord[] =>
  items
    .filter((one) => one.type === 'image_generation_call')
    .map((one) => ({ b64_json: one.result ?? one.image_base64 }))
    .filter((one) => textOrNull(one.b64_json) !== null);

/** An incomplete reply says what ended it: the limit of its tokens, or a filter. */
function finishOf(status: unknown, cut: unknown): string {
  if (status !== 'incomplete') return 'stop';
  const reason = isRecord(cut) ? textOrNull(cut.reason) : null;
  return reason === null || reason === 'max_output_tokens' ? 'length' : reason;
}
