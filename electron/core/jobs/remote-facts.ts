/** What a record of the gateway tells about a job that this app didn't create. Every reader accepts any record. */
import {
  type MediaModality,
  mediaModalities,
  modalities,
  modalityOfKind,
} from '../../../shared/modalities/modalities';
import type { Model } from '../../../shared/models/models';
import type { RemoteJob } from '../../gateway/types/jobs';

type Json = Readonly<Record<string, unknown>>;

const recordOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

/** The request, where the gateway repeats it; the interface does not promise that. */
export function inputOf({ raw }: Pick<RemoteJob, 'raw'>): Json {
  const record = recordOf(raw);
  const input = [record.input, record.request, record.params, record.parameters].map(recordOf);
  return { ...record, ...input.find((one) => Object.keys(one).length > 0) };
}

/** Far above what the app sends; a longer one would not be kept. */
const longestPrompt = 32_000;

export function promptOf(remote: Pick<RemoteJob, 'raw'>): string | null {
  const { prompt, input, text } = inputOf(remote);
  const found = [prompt, input, text].find((one) => typeof one === 'string' && one.trim() !== '');
  return typeof found === 'string' ? found.slice(0, longestPrompt).toWellFormed() : null;
}

/** An address may hold several words: that of a video counts before its sound, and both before a still. */
const byWord = mediaModalities.toReversed();

const kindIn = (text: unknown): MediaModality | undefined =>
  typeof text === 'string' ? byWord.find((id) => modalities[id].remoteWords.test(text)) : undefined;

/**
 * What kind of result it has: by the type of its result, the words of its record, what its model makes, or the address
 * of the result, in this order. Video where none tells, which is all that the interface makes so; the result's own bytes
 * decide in the end.
 */
export function kindOfRemote({ raw, model, outputs }: RemoteJob, models: readonly Model[]): MediaModality {
  const record = recordOf(raw);
  const held = [record.output, record.outputs, record.result].flat().map(recordOf);
  const types = held.flatMap((one) => [one.content_type, one.mime_type, one.type]);
  const words = [record.type, record.object, record.kind, record.modality, record.operation, record.task];
  const makes = models.find(({ id }) => id === model)?.capabilities?.output ?? [];
  const addresses = outputs.map((source) =>
    source.kind === 'url' ? pathOf(source.url) : source.contentType,
  );
  return (
    firstKind([...types, ...words]) ??
    makes.flatMap((kind) => modalityOfKind(kind) ?? [])[0] ??
    firstKind(addresses) ??
    'video'
  );
}

const firstKind = (texts: readonly unknown[]): MediaModality | undefined =>
  texts.map(kindIn).find((kind) => kind !== undefined);

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : '');
