/** The type of a whole file, where its first bytes leave it open. */
import type { ByteSource } from '../bytes';
import { asciiAt } from '../bytes';
import { innerBoxes, movieIndex } from './mp4/boxes';
import type { MediaType } from './sniff';

/**
 * MP4 whose index is at its end, as ffmpeg writes it, shows only there that it holds no picture. Never throws.
 * @param type by the first bytes
 */
export async function refineType(source: ByteSource, type: MediaType): Promise<MediaType> {
  const sound = ofSound[type.contentType];
  if (sound === undefined) return type;
  const handlers = await handlersOf(source).catch((): readonly string[] => []);
  const isSound = handlers.includes('soun') && !handlers.includes('vide');
  return isSound ? { ...type, ...sound } : type;
}

/** What each is where it holds sound alone. */
const ofSound: Readonly<Record<string, Partial<MediaType>>> = {
  'video/mp4': { kind: 'audio', contentType: 'audio/mp4', extension: 'm4a' },
  'video/3gpp': { kind: 'audio', contentType: 'audio/3gpp' },
  'video/quicktime': { kind: 'audio', contentType: 'audio/quicktime' },
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
