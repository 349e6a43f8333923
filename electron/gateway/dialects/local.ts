/** Servers on your own computer or network. */
import type { Refusal } from '../parse/error-reply';
import { isRecord, type JsonRecord, stringsOf, textOrNull } from '../parse/json';
import type { Dialect, Operation } from './dialect';
import { widthAndHeightOf, withModalities } from './media-requests';
import { plain } from './plain';
import { toSecondsAndSize } from './video-sizes';

/** Whether the first model of a list says who serves it. */
const isOwnedBy = (body: unknown, owner: string): boolean => {
  const list = isRecord(body) && Array.isArray(body.data) ? body.data : [];
  const [first] = list.filter(isRecord);
  return first?.owned_by === owner;
};

/** Nothing is charged where it runs on this computer; elsewhere it states no price. */
const ownServer = { unit: 'usd', isLocal: true } as const;

export const ollama: Dialect = {
  ...plain,
  ...ownServer,
  id: 'ollama',
  signs: (_headers, body) => isOwnedBy(body, 'library'),
  details: {
    path: '~/api/tags',
    read: ({ models }) => rowsById(models, 'name', ({ capabilities }) => ({ capabilities })),
  },
  readModel(record) {
    const words = stringsOf(record.capabilities);
    if (words.length === 0) return record;
    const output = words.includes('embedding') ? 'embedding' : 'text';
    return withModalities(record, words.includes('vision') ? ['text', 'image'] : ['text'], [output]);
  },
};

export const lmstudio: Dialect = {
  ...plain,
  ...ownServer,
  id: 'lmstudio',
  toBody: withRepeatPenalty,
  details: {
    path: '~/api/v1/models',
    read: ({ models }) =>
      rowsById(models, 'key', ({ max_context_length, capabilities }) => ({
        max_context_length,
        capabilities,
      })),
  },
  readModel(record) {
    const { capabilities } = record;
    const sees = isRecord(capabilities) && capabilities.vision === true;
    return sees ? withModalities(record, ['text', 'image'], ['text']) : record;
  },
  readRefusal: unknownPathIsNotFound,
};

/** LM Studio answers an unknown path with 200 and these words: nothing was done. */
function unknownPathIsNotFound(refusal: Refusal, statusCode: number): Refusal {
  const isUnknownPath = statusCode === 200 && /^unexpected endpoint/i.test(refusal.message);
  return isUnknownPath ? { ...refusal, errorCode: 'not_found', statusCode: 404 } : refusal;
}

export const llamacpp: Dialect = {
  ...plain,
  ...ownServer,
  id: 'llamacpp',
  toBody: withRepeatPenalty,
  signs: (_headers, body) => isOwnedBy(body, 'llamacpp'),
};

export const vllm: Dialect = {
  ...plain,
  ...ownServer,
  id: 'vllm',
  signs: (_headers, body) => isOwnedBy(body, 'vllm'),
};

/** Its videos are made while the call waits, at a path beside the version. */
export const localai: Dialect = {
  ...plain,
  ...ownServer,
  id: 'localai',
  paths: { videos: '~/video' },
  toBody(operation, body) {
    if (operation === 'videos') return withShape(toSecondsAndSize(body));
    return operation === 'images' ? withNegativeInPrompt(body) : body;
  },
};

/** Earlier versions read only the numbers (mudler/LocalAI, core/schema/localai.go, core/http/endpoints/localai/video.go). */
const withShape = (body: JsonRecord): JsonRecord => ({ ...widthAndHeightOf(body.size), ...body });

/** Behind a bar (localai.io/features/image-generation). */
function withNegativeInPrompt({ negative_prompt: negative, ...rest }: JsonRecord): JsonRecord {
  const [prompt, text] = [textOrNull(rest.prompt), textOrNull(negative)];
  return text === null ? rest : { ...rest, prompt: `${prompt ?? ''}|${text}` };
}

/** llama.cpp and what is built on it call the repetition penalty so (github.com/ggml-org/llama.cpp, tools/server). */
function withRepeatPenalty(operation: Operation, body: JsonRecord): JsonRecord {
  const { repetition_penalty: penalty, ...rest } = body;
  if (operation !== 'chat' || penalty === undefined || 'repeat_penalty' in rest) return body;
  return { ...rest, repeat_penalty: penalty };
}

function rowsById(
  list: unknown,
  field: string,
  read: (row: JsonRecord) => JsonRecord,
): (readonly [string, JsonRecord])[] {
  return (Array.isArray(list) ? list : []).filter(isRecord).flatMap((row) => {
    const id = textOrNull(row[field]);
    return id === null ? [] : [[id, read(row)] as const];
  });
}
