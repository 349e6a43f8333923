/** What the page can show or play of the types of results. */
import type { MediaItem } from '../../shared/media/media';
import { shownAsPng } from '../../shared/media/shown-as-png';
import { unplayable } from './can-play';

/** What Chromium decodes; SVG is a file, since it can run scripts. */
const shown: ReadonlySet<string> = new Set([
  ...['png', 'jpeg', 'webp', 'gif', 'avif', 'bmp', 'x-icon'].map((name) => `image/${name}`),
  ...['wav', 'mpeg', 'ogg', 'flac', 'aac', 'mp4', 'webm', 'x-matroska', '3gpp', 'quicktime'].map(
    (name) => `audio/${name}`,
  ),
  ...['mp4', 'webm', 'quicktime', 'x-matroska', '3gpp', 'ogg'].map((name) => `video/${name}`),
]);

/** False for types that no player of the page can open, and for codecs that this one can't decode. */
export const canShow = (item: MediaItem): boolean =>
  isShownAsPng(item) || (shown.has(item.contentType) && unplayable(item) === null);

/** The app has decoded it once already: some forms of these it can't. */
const isShownAsPng = ({ contentType, hasThumbnail }: MediaItem): boolean =>
  hasThumbnail && shownAsPng.includes(contentType);

/** Containers of sound and video that no reader of the page knows. */
const unread: ReadonlySet<string> = new Set([
  ...['amr', 'amr-wb', 'aiff', 'x-caf', 'caf', 'basic', 'ac3', 'eac3', 'mp2', 'x-wavpack', 'x-tta', 'x-ape'],
  ...['x-w64', 'midi', 'vnd.dts', 'x-ms-wma', 'x-ms-wmv', 'x-ms-asf', 'x-msvideo', 'avi', 'x-flv', 'mpeg'],
]);
const isUnread = ({ contentType }: MediaItem): boolean =>
  contentType !== 'audio/mpeg' && unread.has(contentType.replace(/^(audio|video)\//, ''));

/** Whether a copy of it can be made that is other than it: an image has to be decoded, and of the rest to be read. */
export const canEdit = (item: MediaItem): boolean => {
  if (item.kind === 'file') return false;
  return item.kind === 'image' ? canShow(item) : !isUnread(item);
};

/** `HEIC`: its extension, which is how people know a format; or the codec where that is what can't be shown. */
export function formatName(item: MediaItem): string {
  const { fileName, contentType } = item;
  const codec = unplayable(item);
  if (codec !== null && shown.has(contentType)) return codec;
  const extension = /\.(\w{1,8})$/.exec(fileName)?.[1];
  return (extension ?? contentType.split('/')[1] ?? 'file').toUpperCase();
}

/** `HEIC can’t be shown here`, `AIFF can’t be played here`, or `HEVC can’t be played here`. */
export const cantShow = (item: MediaItem): string =>
  `${formatName(item)} can’t be ${item.kind === 'audio' || item.kind === 'video' ? 'played' : 'shown'} here`;
