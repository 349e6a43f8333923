/** What the page can show or play of the types of results. */
import type { MediaItem } from '../../shared/media';

/** What Chromium decodes; SVG is a file, since it can run scripts. */
const shown: ReadonlySet<string> = new Set([
  ...['png', 'jpeg', 'webp', 'gif', 'avif', 'bmp', 'x-icon'].map((name) => `image/${name}`),
  ...['wav', 'mpeg', 'ogg', 'flac', 'aac', 'mp4', 'webm', 'x-matroska', '3gpp'].map(
    (name) => `audio/${name}`,
  ),
  ...['mp4', 'webm', 'quicktime', 'x-matroska', '3gpp', 'ogg'].map((name) => `video/${name}`),
]);

/** False for types that no player of the page can open; a file of another type may still hold a codec that it can't. */
export const canShow = ({ contentType }: MediaItem): boolean => shown.has(contentType);

/** `HEIC`: its extension, which is how people know a format. */
export function formatName({ fileName, contentType }: MediaItem): string {
  const extension = /\.(\w{1,8})$/.exec(fileName)?.[1];
  return (extension ?? contentType.split('/')[1] ?? 'file').toUpperCase();
}

/** `HEIC can’t be shown here`, or `AIFF can’t be played here`. */
export const cantShow = (item: MediaItem): string =>
  `${formatName(item)} can’t be ${item.kind === 'audio' || item.kind === 'video' ? 'played' : 'shown'} here`;
