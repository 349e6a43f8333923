/** The operations that can be shown as code, and which of their fields the OpenAI libraries know. */

export type OperationId =
  | 'chat'
  | 'embeddings'
  | 'images'
  | 'speech'
  | 'videos'
  | 'models'
  | 'model'
  | 'jobs'
  | 'job';
export type SnippetLanguage = 'curl' | 'typescript' | 'python';

export const snippetLanguages: Readonly<Record<SnippetLanguage, string>> = {
  curl: 'cURL',
  typescript: 'TypeScript',
  python: 'Python',
};

/** JSON, as it is sent. */
export type RequestJson = Readonly<Record<string, unknown>>;

interface Operation {
  readonly method: 'GET' | 'POST';
  /** After the base URL. */
  readonly path: string;
  /**
   * The fields that the libraries' own types name, with their values; the others are passed beside them without
   * changes. Only fields that every version of the libraries has.
   */
  readonly known: Readonly<Record<string, (value: unknown) => boolean>>;
}

const isText = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number';
const isOneOf =
  (...values: readonly unknown[]) =>
  (value: unknown) =>
    values.includes(value);

export const operations: Readonly<Record<OperationId, Operation>> = {
  chat: {
    method: 'POST',
    path: '/chat/completions',
    known: {
      model: isText,
      messages: Array.isArray,
      temperature: isNumber,
      top_p: isNumber,
      n: isNumber,
      max_tokens: isNumber,
      max_completion_tokens: isNumber,
      seed: isNumber,
      stop: isText,
      presence_penalty: isNumber,
      frequency_penalty: isNumber,
      stream: isOneOf(true),
    },
  },
  images: {
    method: 'POST',
    path: '/images/generations',
    known: {
      model: isText,
      prompt: isText,
      n: isNumber,
      size: isText,
      response_format: isOneOf('url', 'b64_json'),
    },
  },
  speech: {
    method: 'POST',
    path: '/audio/speech',
    known: {
      model: isText,
      input: isText,
      voice: isText,
      speed: isNumber,
      response_format: isOneOf('mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'),
    },
  },
  embeddings: { method: 'POST', path: '/embeddings', known: {} },
  videos: { method: 'POST', path: '/videos/generations', known: {} },
  models: { method: 'GET', path: '/models', known: {} },
  model: { method: 'GET', path: '/models/{id}', known: {} },
  jobs: { method: 'GET', path: '/jobs', known: {} },
  job: { method: 'GET', path: '/jobs/{id}', known: {} },
};

/** One job of an asynchronous operation; `{id}` is replaced by its identifier. */
export const jobPath = operations.job.path;

const plain: readonly OperationId[] = ['jobs', 'job', 'embeddings'];

/** The libraries have no jobs, and ask for vectors as base64 where nothing is said of their form. */
export const isPlain = (operation: OperationId): boolean => plain.includes(operation);

/** The libraries can't make speech without a voice, though a gateway may have a default one. */
export function isInLibrary(operation: OperationId, body: RequestJson): boolean {
  return operation !== 'videos' && (operation !== 'speech' || isText(body.voice));
}

/** The body's fields: those the libraries know, and those to pass beside them. */
export function splitFields(
  operation: OperationId,
  body: RequestJson,
): { known: RequestJson; rest: RequestJson } {
  const { known } = operations[operation];
  const isKnown = ([name, value]: [string, unknown]) =>
    Object.hasOwn(known, name) && known[name]?.(value) === true;
  const fields = Object.entries(body);
  return {
    known: Object.fromEntries(fields.filter(isKnown)),
    rest: Object.fromEntries(fields.filter((field) => !isKnown(field))),
  };
}

/** The output file of a result; the extension follows the requested format, otherwise the usual one. */
export function fileKind(operation: 'images' | 'speech', body: RequestJson): string {
  const asked = operation === 'images' ? body.output_format : body.response_format;
  const kind = typeof asked === 'string' && /^[a-z0-9]{2,5}$/.test(asked) && asked !== 'url' ? asked : null;
  return kind ?? (operation === 'images' ? 'png' : 'mp3');
}
