/** What a model can do, from the fields that real gateways put into its record. */
import type { Capabilities } from '../../../shared/models/models';
import { isRecord, type JsonRecord, namesOf, stringsOf, textOrNull, tokensOrNull } from './json';
import { readVoices } from './voices';

/** `null` where the record holds nothing of the kind. */
export function readRecordFacts(record: JsonRecord): Capabilities | null {
  const { input, output } = readKinds(record);
  const extras = readExtras(record);
  const isEmpty = input.length === 0 && output.length === 0 && Object.keys(extras).length === 0;
  return isEmpty ? null : { input, output, ...extras };
}

type Kinds = Pick<Capabilities, 'input' | 'output'>;

function readKinds(record: JsonRecord): Kinds {
  const { architecture } = record;
  if (isRecord(architecture)) {
    const kinds = {
      input: stringsOf(architecture.input_modalities),
      output: stringsOf(architecture.output_modalities).map(ofArchitecture),
    };
    if (kinds.output.length > 0) return kinds;
  }
  // GitHub Models says `supported_…` (docs.github.com/en/rest/models/catalog).
  const direct = {
    input: stringsOf(record.input_modalities ?? record.supported_input_modalities),
    output: stringsOf(record.output_modalities ?? record.supported_output_modalities),
  };
  if (direct.output.length > 0) return { ...direct, output: direct.output.map(ofArchitecture) };
  const ofEndpoints = stringsOf(record.endpoints).flatMap((word) => kindsByWord[word.toLowerCase()] ?? []);
  if (ofEndpoints[0] !== undefined) return ofEndpoints[0];
  const info = isRecord(record.model_info) ? record.model_info : {};
  const word = textOrNull(record.type) ?? textOrNull(info.mode) ?? textOrNull(record.mode);
  return (word !== null && kindsByWord[word.toLowerCase().replaceAll('-', '_')]) || { input: [], output: [] };
}

/** There `audio` is sound within a chat, and `speech` is what a speech model makes. */
function ofArchitecture(word: string): string {
  if (word === 'audio') return 'chat-audio';
  return word === 'speech' ? 'audio' : word;
}

const makes = (output: string, input: readonly string[] = ['text']): Kinds => ({ input, output: [output] });

/** `type` (Vercel, Together) and `mode` (LiteLLM). A word that is not here says nothing. */
const kindsByWord: Readonly<Record<string, Kinds>> = {
  language: makes('text', []),
  chat: makes('text', []),
  completion: makes('text', []),
  responses: makes('text', []),
  image: makes('image'),
  image_generation: makes('image'),
  video: makes('video'),
  video_generation: makes('video'),
  speech: makes('audio'),
  audio_speech: makes('audio'),
  transcription: makes('transcription', ['audio']),
  audio_transcription: makes('transcription', ['audio']),
  embedding: makes('embedding'),
  chat_completion: makes('text', []),
  generate: makes('text', []),
  embed: makes('embedding'),
  text_to_image: makes('image'),
  text_to_video: makes('video'),
  tts: makes('audio'),
  text_to_speech: makes('audio'),
  rerank: makes('rerank'),
  reranking: makes('rerank'),
  moderation: makes('moderation'),
};

function readExtras(record: JsonRecord): Partial<Capabilities> {
  const contextWindow = firstNumber(record, contextPlaces);
  const maxOutput = firstNumber(record, outputPlaces);
  const { supported_voices, voices, supported_resolutions, supported_sizes, supported_parameters } = record;
  const { supported_aspect_ratios } = record;
  return {
    ...(contextWindow !== null && { contextWindow }),
    ...(maxOutput !== null && { maxOutput }),
    // Venice has them in its `model_spec` (docs.venice.ai/api-reference/endpoint/models/list).
    ...readVoices(supported_voices ?? voices ?? fieldOf(record.model_spec, 'voices')),
    ...named('resolutions', supported_resolutions),
    ...named('sizes', supported_sizes),
    ...named('ratios', supported_aspect_ratios),
    ...named('parameters', supported_parameters),
  };
}

type Place = readonly string[];

const contextPlaces: readonly Place[] = [
  ['context_length'],
  ['context_window'],
  // Novita (novita.ai/docs/api-reference/model-apis-llm-list-models).
  ['context_size'],
  ['max_model_len'],
  ['max_context_length'],
  ['top_provider', 'context_length'],
  ['meta', 'n_ctx_train'],
  ['metadata', 'context_length'],
  ['model_info', 'max_input_tokens'],
  // Venice (docs.venice.ai/api-reference/endpoint/models/list), GitHub Models and Copilot.
  ['model_spec', 'availableContextTokens'],
  ['limits', 'max_input_tokens'],
  ['capabilities', 'limits', 'max_context_window_tokens'],
  ['providers', '0', 'context_length'],
];

const outputPlaces: readonly Place[] = [
  ['top_provider', 'max_completion_tokens'],
  ['max_output_tokens'],
  // SambaNova (docs.sambanova.ai/docs/en/api-reference/endpoints/model-list).
  ['max_completion_tokens'],
  ['max_tokens'],
  ['metadata', 'max_tokens'],
  ['model_info', 'max_output_tokens'],
  ['model_spec', 'maxCompletionTokens'],
  ['limits', 'max_output_tokens'],
  ['capabilities', 'limits', 'max_output_tokens'],
];

function firstNumber(record: JsonRecord, places: readonly Place[]): number | null {
  for (const place of places) {
    const value = place.reduce<unknown>(fieldOf, record);
    const amount = tokensOrNull(value);
    if (amount !== null && amount > 0) return amount;
  }
  return null;
}

function fieldOf(holder: unknown, name: string): unknown {
  if (Array.isArray(holder)) return holder[Number(name)];
  return isRecord(holder) ? holder[name] : undefined;
}

function named(
  name: 'resolutions' | 'sizes' | 'ratios' | 'parameters',
  value: unknown,
): Partial<Capabilities> {
  const words = namesOf(value);
  return words.length === 0 ? {} : { [name]: words };
}
