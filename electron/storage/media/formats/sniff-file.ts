/** The type of a whole file, where its first bytes leave it open. */
import type { ByteSource } from '../bytes';
import { asciiAt } from '../bytes';
import { innerBoxes, movieIndex } from './mp4/boxes';
import type { MediaType } from './sniff';
import { isSoundAvi, isSoundFlv, isSoundProgram, isSoundTransport } from './sound-alone';

/**
 * Containers that are made for video may hold sound alone, and some say so only further in: MP4 whose index is at its end,
 * as ffmpeg writes it, or a transport stream. Never throws.
 * @param type by the first bytes
 */
export async function refineType(source: ByteSource, type: MediaType): Promise<MediaType> {
  const found = ofSound[type.contentType];
  if (found === undefined) return type;
  const { isSound, ...sound } = found;
  return (await isSound(source).catch(() => false)) ? { ...type, kind: 'audio', ...sound } : type;
}

interface SoundType extends Partial<MediaType> {
  readonly isSound: (source: ByteSource) => Promise<boolean>;
}

const isSoundMp4 = async (source: ByteSource): Promise<boolean> => {
  const handlers = await handlersOf(source);
  return handlers.includes('soun') && !handlers.includes('vide');
};

/** What each is where it holds sound alone. */
const ofSound: Readonly<Record<string, SoundType>> = {
  'video/mp4': { isSound: isSoundMp4, contentType: 'audio/mp4', extension: 'm4a' },
  'video/3gpp': { isSound: isSoundMp4, contentType: 'audio/3gpp' },
  'video/quicktime': { isSound: isSoundMp4, contentType: 'audio/quicktime' },
  'video/mp2t': { isSound: isSoundTransport, contentType: 'audio/mp2t' },
  'video/x-flv': { isSound: isSoundFlv, contentType: 'audio/x-flv' },
  'video/x-msvideo': { isSound: isSoundAvi, contentType: 'audio/x-msvideo' },
  'video/mpeg': { isSound: isSoundProgram, contentType: 'audio/x-mpeg-ps' },
};

/** What the tracks are: `vide`, `soun` and others. */
async function handlersOf(source: ByteSource): Promise<readonly string[]> {
  const tracks = ((await movieIndex(source)) ?? []).filter(({ name }) => name === 'trak');
  return tracks.flatMap(({ data }) => {
    const media = innerBoxes(data)?.find(({ name }) => name === 'mdia');
    const handler = media && innerBoxes(media.data)?.find(({ name }) => name === 'hdlr');
    return handler ? [asciiAt(handler.data, 8, 4)] : [];
  });
}
