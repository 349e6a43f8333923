import type { MediaItem, MediaOrigin } from '../../shared/media/media';
import {
  type MediaModality,
  modalities,
  modelText,
  type ParameterValues,
} from '../../shared/modalities/modalities';
import { voiceLabel } from '../../shared/run/dialogue';
import { cutText } from '../../shared/text/cut-text';
import { bytesText } from '../lib/file-words';
import { formatCost, formatMinute } from '../lib/format';
import { whyNotDecoded } from './is-decoded';
import { formatElapsed } from './jobs/job-text';

/** `1024 × 1024`, or how long it lasts. */
export function sizeText({ width, height, durationMs }: MediaItem): string {
  const pixels = width === null || height === null ? [] : [`${width} × ${height}`];
  const length = durationMs === null ? [] : [lengthText(durationMs)];
  return [...length, ...pixels].join(' · ');
}

/** `7.3 s`, or `02:05` from a minute on. */
export function lengthText(milliseconds: number): string {
  return milliseconds < 60_000 ? `${(milliseconds / 1_000).toFixed(1)} s` : formatElapsed(milliseconds);
}

/** `Part 1 of 3`; empty for a whole result. */
export function partText({ origin: { part } }: MediaItem): string {
  return part === undefined ? '' : `Part ${part.number} of ${part.count}`;
}

/**
 * `2 of 4, seed 7`: what tells apart the results of one run, which share their prompt; empty for a single one. Of a run
 * that is not loaded, the seed alone.
 */
export function placeInRun(
  mediaId: string | null,
  item: Pick<MediaItem, 'origin'> | undefined,
  job: { readonly media: readonly { readonly id: string }[] } | undefined,
): string {
  const seed = item?.origin.seed ?? item?.origin.parameters.seed;
  if (job === undefined) return seed === undefined ? '' : `seed ${seed}`;
  const { media: all } = job;
  const place = all.findIndex(({ id }) => id === mediaId);
  if (place < 0 || all.length < 2) return '';
  return `${place + 1} of ${all.length}${seed === undefined ? '' : `, seed ${seed}`}`;
}

/** A prompt with the place of its result in the run, as a name for a control. */
export const nameInRun = (
  prompt: string,
  mediaId: string | null,
  item: Pick<MediaItem, 'origin'> | undefined,
  job: { readonly media: readonly { readonly id: string }[] } | undefined,
): string =>
  [cutText(prompt, nameCharacters), placeInRun(mediaId, item, job)].filter((part) => part !== '').join(', ');

const nameCharacters = 200;

/** `24 kHz · mono`; empty where it is not known. */
function soundText({ sampleRate, channels }: MediaItem): string {
  const rate = sampleRate === undefined ? [] : [`${Number((sampleRate / 1_000).toPrecision(4))} kHz`];
  const named = channels === undefined ? [] : [channelNames[channels] ?? `${channels} channels`];
  return [...rate, ...named].join(' · ');
}

const TIFF = 'image/tiff';

/** `20 · 10 fps`; empty for an image that does not move. */
function framesText({ frames, frameRate, contentType }: MediaItem): string {
  if (contentType === TIFF && frames !== undefined)
    return `${frames.toLocaleString('en')}, of which the first is shown`;
  const rate = frameRate === undefined ? [] : [`${Number(frameRate.toPrecision(4))} fps`];
  return frames === undefined ? rate.join('') : [frames.toLocaleString('en'), ...rate].join(' · ');
}

const channelNames: Readonly<Record<number, string>> = { 1: 'mono', 2: 'stereo' };

/** All there is to know of a result, as names and values. */
export function factsOf(item: MediaItem): readonly (readonly [string, string])[] {
  const { origin } = item;
  const parameters = Object.entries(settingsOf(origin)).map(
    ([name, value]) => [name, String(value)] as const,
  );
  const extra =
    Object.keys(origin.extra).length === 0 ? [] : [['extra', JSON.stringify(origin.extra)] as const];
  return [
    ['Model', modelText(origin.model)],
    ...(origin.revisedPrompt === undefined ? [] : [['Revised prompt', origin.revisedPrompt] as const]),
    ...parameters.map(([name, value]) => [parameterLabel(origin.modality, name), value] as const),
    ...extra.map(([, value]) => ['Extra parameters', value] as const),
    ...facts([
      ['Part', partText(item)],
      [
        'Incomplete',
        item.isCut === true
          ? 'The file ends early: part of it is missing. “Fetch again” under More asks for it once more, free'
          : '',
      ],
      ['Not shown', item.undecoded === undefined ? '' : whyNotDecoded(item)],
      ['Sound', soundText(item)],
      [item.contentType === TIFF ? 'Pages' : 'Frames', framesText(item)],
    ]),
    ['Size', [sizeText(item), bytesText(item.bytes)].filter((text) => text !== '').join(' · ')],
    ['File type', item.contentType],
    ['Charge', formatCost(origin.cost)],
    ['Created', formatMinute(origin.createdAt)],
    ['File', item.fileName],
    ['Job', origin.jobId],
  ];
}

/** Without those that say nothing. */
const facts = (all: readonly (readonly [string, string])[]) => all.filter(([, text]) => text !== '');

/** What was requested, with this result's own seed. */
export const settingsOf = ({ parameters, seed }: MediaOrigin): ParameterValues =>
  seed === undefined ? parameters : { ...parameters, seed };

/** What was asked for; the file's own size has a line of its own. */
const parameterLabel = (modality: MediaModality, name: string) =>
  name === 'size' ? 'Requested size' : (labelOf(modality, name) ?? voiceLabel(name) ?? capital(name));

const labelOf = (modality: MediaModality, name: string): string | undefined =>
  modalities[modality].parameters.find(({ id, kind }) => id === name && kind === 'text')?.label;

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
