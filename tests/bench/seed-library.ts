/** Fills a library through the app's own storage: rows, files and thumbnails, as months of use leave them. */
import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { NewMedia } from '../../electron/core/ports/media-store';
import { createRandom, type Random } from '../../electron/sandbox/random';
import { openStorage } from '../../electron/storage/storage';
import type { MediaKind, MediaModality } from '../../shared/modalities/modalities';
import { picture, video, wav } from '../support/media-files';

interface Original {
  readonly kind: MediaKind;
  readonly modality: MediaModality;
  readonly model: string;
  readonly contentType: string;
  readonly extension: string;
  readonly bytes: Uint8Array;
  /** The thumbnail of the grid; none for audio and video. */
  readonly thumbnail: Uint8Array | null;
}

const start = Date.UTC(2026, 0, 1);
const minuteMs = 60_000;
/** A word that is in one prompt of a thousand. */
export const rarePromptWord = 'chrysoberyl';
const rareEvery = 1_000;
/** Of the pictures that all images are names of; a file that should be large ends with noise, which viewers ignore. */
const originals = { side: 1_024, count: 16, leastBytes: 0 };

const things = ['boat', 'lighthouse', 'forest', 'market', 'bridge', 'koi', 'tower', 'garden', 'train', 'cat'];
const places = ['harbour', 'fog', 'snow', 'rain', 'clouds', 'night', 'desert', 'morning', 'sea', 'city'];

/**
 * @param home made where it is missing; no app may be using it
 * @param count how many results: of a hundred, 80 images, 15 audio files and 5 videos
 */
export async function seedLibrary(
  home: string,
  count: number,
  pictures: Partial<typeof originals> = {},
): Promise<void> {
  const folder = path.join(home, 'media');
  const thumbnails = path.join(home, 'thumbnails');
  for (const one of [folder, thumbnails]) await mkdir(one, { recursive: true });
  const made = await makeOriginals({ ...originals, ...pictures });
  const random = createRandom(11);
  const items = Array.from({ length: count }, (_, index) =>
    itemOf(folder, made, index, random, pictures.side ?? originals.side),
  );
  const giveName = createLinks();
  // Names of the same few files: ten thousand copies would measure the disk.
  for (const { original, media } of items) {
    await giveName(original.bytes, path.join(folder, media.fileName));
    if (original.thumbnail) await giveName(original.thumbnail, path.join(thumbnails, `${media.id}.webp`));
  }
  const { storage } = openStorage(home, start);
  try {
    storage.transaction(() => {
      for (const { original, media } of items) {
        storage.media.insert(media);
        if (original.thumbnail) storage.media.update(media.id, { hasThumbnail: true });
      }
    });
    // As a person's own results are: else the first searches would do it.
    while (storage.upkeep.indexSome());
  } finally {
    storage.close();
  }
}

async function makeOriginals({
  side,
  count,
  leastBytes,
}: typeof originals): Promise<Record<MediaKind, readonly Original[]>> {
  const images: Original[] = [];
  for (let index = 0; index < count; index += 1) {
    const hue = (360 * index) / count;
    images.push({
      kind: 'image',
      modality: 'image',
      model: 'sandbox/aurora',
      contentType: 'image/png',
      extension: 'png',
      bytes: padded(await picture('png', { width: side, height: side, hue }), leastBytes),
      thumbnail: await picture('webp', { width: 320, height: 320, hue }),
    });
  }
  const sound: Original = {
    kind: 'audio',
    modality: 'speech',
    model: 'sandbox/narrator',
    contentType: 'audio/wav',
    extension: 'wav',
    bytes: wav(2),
    thumbnail: null,
  };
  const film: Original = {
    kind: 'video',
    modality: 'video',
    model: 'sandbox/kinograph',
    contentType: 'video/webm',
    extension: 'webm',
    bytes: await video('webm', { seconds: 2, width: 320, height: 180 }),
    thumbnail: null,
  };
  return { image: images, audio: [sound], video: [film] };
}

/** Noise can't be made smaller, as the bytes of a photograph can't. */
const padded = (bytes: Uint8Array, least: number): Uint8Array =>
  Buffer.concat([bytes, randomBytes(Math.max(0, least - bytes.length))]);

function itemOf(
  folder: string,
  originals: Record<MediaKind, readonly Original[]>,
  index: number,
  random: Random,
  side: number,
): { original: Original; media: NewMedia } {
  const kind = index % 100 < 80 ? 'image' : index % 100 < 95 ? 'audio' : 'video';
  const all = originals[kind];
  const original = all[index % all.length];
  if (original === undefined) throw new Error('There is nothing to fill the library with');
  const prompt = [
    `A ${things[random.below(things.length)]} in the ${places[random.below(places.length)]}`,
    `number ${index}`,
    ...(index % rareEvery === 0 ? [rarePromptWord] : []),
  ].join(', ');
  const { modality, model, contentType, extension, bytes } = original;
  const media: NewMedia = {
    id: randomUUID(),
    kind,
    contentType,
    bytes: bytes.length,
    position: 0,
    folder,
    fileName: `${String(index).padStart(5, '0')}-${prompt.slice(0, 40)}.${extension}`,
    width: kind === 'image' ? side : null,
    height: kind === 'image' ? side : null,
    durationMs: kind === 'image' ? null : 2_000,
    origin: {
      modality,
      model,
      prompt,
      parameters: { seed: index },
      extra: {},
      jobId: randomUUID(),
      cost: null,
      createdAt: start + index * minuteMs,
    },
  };
  return { original, media };
}

/** Gives the same bytes further names. Systems allow a file so many; a new one is written then. */
function createLinks() {
  const firstNames = new Map<Uint8Array, string>();
  return async (bytes: Uint8Array, name: string): Promise<void> => {
    const known = firstNames.get(bytes);
    const isLinked = known !== undefined && (await linked(known, name));
    if (isLinked) return;
    await writeFile(name, bytes);
    firstNames.set(bytes, name);
  };
}

const linked = (known: string, name: string): Promise<boolean> =>
  link(known, name).then(
    () => true,
    () => false,
  );
