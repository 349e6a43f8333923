/** Codecs as people know them, by what containers call them: four letters in MP4, longer ids in Matroska. */
import type { MediaDescription } from './media-description';

const names: readonly (readonly [RegExp, string])[] = [
  [/^(hvc1|hev1|hvc2|hev2)$|^V_MPEGH/, 'HEVC'],
  [/^(dvh1|dvhe|dva1|dvav)$/, 'Dolby Vision'],
  [/^(vvc1|vvi1)$/, 'VVC'],
  [/^(avc1|avc3)$|^V_MPEG4\/ISO\/AVC/, 'H.264'],
  [/^av01$|^V_AV1/, 'AV1'],
  [/^vp09$|^V_VP9/, 'VP9'],
  [/^vp08$|^V_VP8/, 'VP8'],
  [/^ap(ch|cn|cs|co|4h|4x)$|^V_PRORES/, 'ProRes'],
  [/^mp4v$|^V_MPEG4\/ISO\/(SP|ASP|AP)/, 'MPEG-4 Visual'],
  [/^(jpeg|mjpa|mjpb|mjpg)$|^V_MJPEG/, 'Motion JPEG'],
  [/^(s263|h263|H263)$/, 'H.263'],
  [/^(mp2v|m2v1|xdv.|hdv.)$|^V_MPEG[12]/, 'MPEG-2'],
  [/^AV(dn|dh)$/, 'DNxHD'],
  [/^V_THEORA/, 'Theora'],
  [/^rle $/, 'QuickTime Animation'],
  [/^png $/, 'PNG'],
  [/^V_FFV1/, 'FFV1'],
  [/^(2vuy|v210|yuv2|raw )$|^V_UNCOMPRESSED/, 'uncompressed video'],
  [/^mp4a$|^A_AAC/, 'AAC'],
  [/^ac-3$|^A_AC3/, 'AC-3'],
  [/^ec-3$|^A_EAC3/, 'E-AC-3'],
  [/^ac-4$/, 'AC-4'],
  [/^alac$|^A_ALAC/, 'ALAC'],
  [/^(dtsc|dtsh|dtsl|dtse)$|^A_DTS/, 'DTS'],
  [/^(samr|sawb)$/, 'AMR'],
  [/^Opus$|^A_OPUS/, 'Opus'],
  [/^fLaC$|^A_FLAC/, 'FLAC'],
  [/^\.mp3$|^A_MPEG\/L3/, 'MP3'],
  [/^A_VORBIS/, 'Vorbis'],
  [/^A_MPEG\/L2/, 'MP2'],
  [/^A_TRUEHD|^mlpa$/, 'TrueHD'],
  [/^(twos|sowt|lpcm|ipcm|fpcm|in24|in32|fl32|fl64|NONE)$|^A_PCM/, 'PCM'],
  [/^ulaw$/, 'µ-law'],
  [/^alaw$/, 'A-law'],
];

/** Matroska holds tracks of other containers, whose codec is named elsewhere. */
const FOREIGN = /^(V_MS\/VFW|A_MS\/ACM|V_QUICKTIME|A_QUICKTIME)/;

/** @param id of a format that has no name here is given as it is, where it can be read */
function codecName(id: string): string | undefined {
  const name = names.find(([pattern]) => pattern.test(id))?.[1];
  const isReadable = !FOREIGN.test(id) && /^[\w./ -]{3,40}$/.test(id);
  return name ?? (isReadable ? id.trim() : undefined);
}

/** Absent for a track that isn't there. */
export function codecs(
  video: string | undefined,
  sound: string | undefined,
): Pick<MediaDescription, 'videoCodec' | 'audioCodec'> {
  const [videoCodec, audioCodec] = [codecName(video ?? ''), codecName(sound ?? '')];
  return { ...(videoCodec && { videoCodec }), ...(audioCodec && { audioCodec }) };
}
