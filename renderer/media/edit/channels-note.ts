/** What becomes of a sound of more than two channels, said before a new file is saved. */
import type { MediaItem } from '../../../shared/media/media';
import type { EditFields } from './edit-fields';

type Facts = Pick<MediaItem, 'kind' | 'contentType' | 'channels'>;

/** Browsers encode two channels at most of what such a file may hold. */
const mostEncoded = 2;
const writesSound = ['trim', 'convert'];

/** A sentence; empty where nothing is lost. */
export function channelsNote(item: Facts, { operation, format }: Pick<EditFields, 'operation' | 'format'>) {
  const { kind, contentType, channels = 0 } = item;
  if (channels <= mostEncoded || !writesSound.includes(operation)) return '';
  if (kind === 'video') return encodedAgain(channels);
  if (kind !== 'audio' || format === 'wav') return '';
  // Its packets are copied, unless it is cut.
  if (operation === 'convert' && contentType === 'audio/ogg') return encodedAgain(channels);
  return `Its ${channels} channels become stereo in Opus; WAV keeps them.`;
}

/** Of videos that are joined. */
export function joinedChannelsNote(items: readonly Facts[]): string {
  const most = Math.max(0, ...items.map(({ kind, channels = 0 }) => (kind === 'video' ? channels : 0)));
  return most > mostEncoded ? encodedAgain(most) : '';
}

const encodedAgain = (channels: number): string =>
  `Where its sound must be encoded again, ${channels} channels become stereo.`;
