/** Which sounds and videos are in the page of results itself, so that they play wherever it is opened. */
import type { MediaItem } from '../../media/media';
import type { Result } from './results';

/** A page of more takes long to open, and no mail takes it. */
const mostBytes = 50_000_000;

/** Those of the first results, as many as the page has room for; one that is too large leaves room for smaller ones. */
export function mediaInPage(results: readonly Result[]): readonly MediaItem[] {
  let room = mostBytes;
  return soundsAndVideos(results).filter(({ bytes }) => {
    if (bytes > room) return false;
    room -= bytes;
    return true;
  });
}

/** Says how many are missing; empty where all are in the page. */
export function leftOutText(results: readonly Result[], inPage: ReadonlyMap<string, string>): string {
  const missing = soundsAndVideos(results).filter(({ id }) => !inPage.has(id)).length;
  if (missing === 0) return '';
  const are = missing === 1 ? '1 sound or video is' : `${missing} sounds and videos are`;
  return `${are} named, and not in this page: it holds at most ${mostBytes / 1_000_000} MB of files that are still stored.`;
}

const soundsAndVideos = (results: readonly Result[]): readonly MediaItem[] => {
  const all = results.flatMap(({ cell: { media } }) =>
    media?.kind === 'audio' || media?.kind === 'video' ? [media] : [],
  );
  return [...new Map(all.map((item) => [item.id, item])).values()];
};
