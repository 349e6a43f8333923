import type { MediaItem } from '../../../shared/media/media';

/** Covers a video that can't be played. Known unsupported codecs are reported earlier; here the codec may be unknown. */
export function VideoProblem({ item }: { item: MediaItem }) {
  const reason =
    item.videoCodec === undefined
      ? 'its codec (such as HEVC) isn’t supported here, or its file is missing or damaged'
      : 'its file is missing or damaged';
  return (
    <p
      role="alert"
      className="absolute inset-0 flex items-center justify-center bg-[#000000b0] p-3 text-[#fff]"
    >
      Couldn’t play this video: {reason}. Save it, or open it in another app.
    </p>
  );
}
