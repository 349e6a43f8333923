/** Whether the page has a decoder for what a video or sound holds; its container alone does not tell. */
import type { MediaItem } from '../../shared/media/media';

/** For each codec that some computers can't decode, what to ask the browser about it. */
const questions: Readonly<Record<string, string>> = {
  HEVC: 'video/mp4; codecs="hvc1.1.6.L93.B0"',
  'Dolby Vision': 'video/mp4; codecs="dvh1.05.06"',
  VVC: 'video/mp4; codecs="vvc1.1.L51.CQA"',
  'H.264': 'video/mp4; codecs="avc1.42E01E"',
  AV1: 'video/mp4; codecs="av01.0.04M.08"',
  VP9: 'video/mp4; codecs="vp09.00.10.08"',
  VP8: 'video/webm; codecs="vp8"',
  Theora: 'video/ogg; codecs="theora"',
  AAC: 'audio/mp4; codecs="mp4a.40.2"',
  MP3: 'audio/mpeg',
  Opus: 'audio/webm; codecs="opus"',
  Vorbis: 'audio/webm; codecs="vorbis"',
  FLAC: 'audio/flac',
  'AC-3': 'audio/mp4; codecs="ac-3"',
  'E-AC-3': 'audio/mp4; codecs="ec-3"',
};
/** Those that no browser of this kind plays, under whatever name. */
const never: ReadonlySet<string> = new Set([
  ...['ProRes', 'MPEG-4 Visual', 'Motion JPEG', 'H.263', 'MPEG-2', 'DNxHD', 'uncompressed video'],
  ...['ALAC', 'DTS', 'AMR', 'TrueHD', 'AC-4'],
]);

/** The codec that keeps a file from being shown or heard; `null` where nothing is known to. */
export function unplayable({ kind, videoCodec, audioCodec }: MediaItem): string | null {
  const codec = kind === 'video' ? videoCodec : kind === 'audio' ? audioCodec : undefined;
  return codec === undefined || canDecode(codec) ? null : codec;
}

const answers = new Map<string, boolean>();

function canDecode(codec: string): boolean {
  if (never.has(codec)) return false;
  const question = questions[codec];
  if (question === undefined) return true;
  const known = answers.get(codec) ?? document.createElement('video').canPlayType(question) !== '';
  answers.set(codec, known);
  return known;
}
